import type { Incoming } from "./router.ts";

/**
 * What the log says of a request that was answered, such as
 * `POST /mcp tools/call search_docs 200 12.3 ms`.
 *
 * @param ms from its arrival until its reply began
 */
export function requestLine(
  { request, path, subject }: Incoming,
  status: number,
  ms: number,
): string {
  return `${request.method} ${path} ${subject ?? "-"} ${status} ${
    ms.toFixed(1)
  } ms`;
}
