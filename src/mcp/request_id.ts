import type { RequestId } from "@modelcontextprotocol/server";

/** Whether a value can be the id of a request (JSON-RPC 2.0, section 4). */
export function isRequestId(id: unknown): id is RequestId {
  return typeof id === "string" || typeof id === "number";
}
