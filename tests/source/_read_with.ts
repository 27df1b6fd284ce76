import type { ReadDocument, Reader } from "../../src/source/reader.ts";

/** What a reader finds, skips as `reason` or `LINE: reason`. */
export async function readWith<T>(
  reader: Reader<T>,
  contents: T,
  limit = 1e6,
): Promise<{ documents: ReadDocument[]; skips: string[] }> {
  const documents: ReadDocument[] = [];
  const skips: string[] = [];
  for await (const result of reader(contents, limit)) {
    if (result.kind === "document") documents.push(result.document);
    else {
      const { line, reason } = result;
      skips.push(line === undefined ? reason : `${line}: ${reason}`);
    }
  }
  return { documents, skips };
}

/** Text as the bytes of a file. */
export const utf8 = (text: string) => new TextEncoder().encode(text);
