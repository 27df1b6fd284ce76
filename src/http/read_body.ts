import {
  isJsonContentType,
  readRequestBody,
} from "@modelcontextprotocol/server";
import { errorReply } from "./reply.ts";

/** Bytes that a request may have. A call of a tool has a few hundred. */
export const MAX_BODY = 1024 * 1024;

/**
 * The JSON that a POST carries, or the reply that refuses it: 415 for another
 * type, 413 for more than so many bytes, 400 for what is not JSON.
 */
export async function readBody(
  request: Request,
  most = MAX_BODY,
): Promise<{ body: unknown } | { refused: Response }> {
  if (!isJsonContentType(request.headers.get("content-type"))) {
    return { refused: errorReply(415, "the body must be application/json") };
  }
  const length = request.headers.get("content-length");
  // The SDK reads in pieces, which only a body of unknown length needs.
  const read = length !== null && Number(length) <= most
    ? { tooLarge: false as const, text: await request.text() }
    : await readRequestBody(request, most);
  if (read.tooLarge) {
    return {
      refused: errorReply(413, `the body has more than ${most} bytes`),
    };
  }
  try {
    return { body: JSON.parse(read.text) };
  } catch {
    const message = "Parse error: the body is not JSON";
    return { refused: errorReply(400, message, { code: -32700 }) };
  }
}
