import {
  isJsonContentType,
  readRequestBody,
} from "@modelcontextprotocol/server";
import type { HttpRefusal } from "./http_refusal.ts";

/**
 * The JSON that a POST carries, or why it is refused: 415 for another type, 413
 * for too many bytes, 400 for what is not JSON.
 *
 * @param most bytes
 */
export async function readBody(
  request: Request,
  most: number,
): Promise<{ body: unknown } | { refused: HttpRefusal }> {
  if (!isJsonContentType(request.headers.get("content-type"))) {
    return {
      refused: { status: 415, message: "the body must be application/json" },
    };
  }
  const length = request.headers.get("content-length");
  // The SDK reads in pieces, which only a body of unknown length needs.
  const read = length !== null && Number(length) <= most
    ? { tooLarge: false as const, text: await request.text() }
    : await readRequestBody(request, most);
  if (read.tooLarge) {
    const message = `the body has more than ${most} bytes`;
    return { refused: { status: 413, message } };
  }
  try {
    return { body: JSON.parse(read.text) };
  } catch {
    const message = "Parse error: the body is not JSON";
    return { refused: { status: 400, message, code: -32700 } };
  }
}
