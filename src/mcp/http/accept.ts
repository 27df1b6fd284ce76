/** What the protocol has a client accept (MCP 2025-11-25, Streamable HTTP). */
const BOTH = "application/json, text/event-stream";

/**
 * Has a request that accepts anything (RFC 9110, section 12.5.1: no `Accept`, or
 * one for all types, as of curl) name those of the protocol, which the SDK's
 * sessions look for word by word.
 */
export function nameAcceptedTypes(request: Request): void {
  const accept = request.headers.get("accept");
  if (accept !== null && !/(?:^|,)\s*\*\/\*\s*(?:,|$)/.test(accept)) return;
  const headers = new Headers(request.headers);
  headers.set("accept", BOTH);
  // Not a new Request, which would follow the signal of the old one.
  Object.defineProperty(request, "headers", { value: headers });
}
