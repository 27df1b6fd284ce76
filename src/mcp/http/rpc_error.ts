import type { HttpRefusal } from "../../http/http_refusal.ts";

/**
 * An error in the form of JSON-RPC 2.0, for what has not come to the protocol.
 * Its code is by default the first one that is left to servers.
 */
export function rpcError(
  { status, message, code = -32000, headers }: HttpRefusal,
): Response {
  return Response.json(
    { jsonrpc: "2.0", id: null, error: { code, message } },
    { status, headers },
  );
}
