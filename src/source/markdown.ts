import { decode } from "./decode.ts";
import { readFrontMatter } from "./front_matter.ts";
import type { ReadResult } from "./reader.ts";

/** Reads a Markdown or MDX file, whose front matter may say what it is called. */
export async function* markdownReader(
  bytes: Uint8Array,
): AsyncGenerator<ReadResult> {
  const decoded = decode(bytes);
  if ("reason" in decoded) return yield { kind: "skip", ...decoded };
  const { text } = decoded;
  const { bodyStart, ...said } = await readFrontMatter(text);
  if (bodyStart > 1 && !/\S/.test(text.slice(bodyStart))) {
    return yield { kind: "skip", reason: "empty: only front matter" };
  }
  yield { kind: "document", document: { text, bodyStart, ...said } };
}
