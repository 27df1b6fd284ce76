/** An error in the form of JSON-RPC 2.0, for what has not come to the protocol. */
export function errorReply(
  status: number,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json(
    { jsonrpc: "2.0", id: null, error: { code: -32000, message } },
    { status, headers },
  );
}
