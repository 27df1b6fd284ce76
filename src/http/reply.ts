/** What an error reply may have beside its message. */
export interface ErrorReplyOptions {
  /** Of JSON-RPC; by default the first one that is left to servers. */
  code?: number;
  headers?: Record<string, string>;
}

/** An error in the form of JSON-RPC 2.0, for what has not come to the protocol. */
export function errorReply(
  status: number,
  message: string,
  { code = -32000, headers }: ErrorReplyOptions = {},
): Response {
  return Response.json(
    { jsonrpc: "2.0", id: null, error: { code, message } },
    { status, headers },
  );
}
