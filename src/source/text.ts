import { decode } from "./decode.ts";
import type { ReadResult } from "./reader.ts";

/** Reads a file of plain text, which says nothing about itself. */
export async function* textReader(
  bytes: Uint8Array,
): AsyncGenerator<ReadResult> {
  const decoded = decode(bytes);
  if ("reason" in decoded) return yield { kind: "skip", ...decoded };
  const { text } = decoded;
  const bodyStart = text.startsWith("\ufeff") ? 1 : 0;
  yield { kind: "document", document: { text, bodyStart, warnings: [] } };
}
