import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import type { Document, Skip, SourceFile } from "../document/document.ts";
import { errorCode, unreadable } from "../files/system_error.ts";
import { tooLarge } from "./_skip_reasons.ts";
import type { FileFormat, ReadDocument, ReadResult } from "./reader.ts";
import type { WalkedFile } from "./walk_sources.ts";

/** What reading sources yields. */
export type SourceEvent =
  | { kind: "document"; document: Document }
  | { kind: "skip"; skip: Skip }
  /** Follows the documents of the file, if there were any. */
  | { kind: "file"; file: SourceFile };

/**
 * Claims a document's path.
 *
 * @returns Who has it already; `undefined` if it is now `owner`'s.
 */
export type PathClaim = (path: string, owner: string) => string | undefined;

/** Bytes read at a time of a file that comes in pieces. */
const CHUNK = 1 << 18;

/** Reads a file by the reader of its format. */
export async function* readFile(
  file: WalkedFile,
  claim: PathClaim,
): AsyncGenerator<SourceEvent> {
  const { path, mtime, format } = file;
  const seen = new SeenBytes();
  let documents = 0;
  let skips = 0;
  const skipped = (place: string, reason: string): SourceEvent => {
    skips++;
    return { kind: "skip", skip: { path: place, reason } };
  };
  try {
    for await (const result of await readResults(file, seen)) {
      if (result.kind === "skip") {
        yield skipped(placeOf(path, result.line), result.reason);
        continue;
      }
      const { row, text, bodyStart } = result.document;
      const place = placeOf(path, row?.line);
      // Nothing could be cut from it.
      if (!/\S/.test(text.slice(bodyStart))) {
        yield skipped(place, "empty: only white space");
        continue;
      }
      const document = completed(result.document, file, seen);
      const owner = claim(document.path, place);
      if (owner === undefined) {
        documents++;
        yield { kind: "document", document };
      } else {
        const which = row === undefined
          ? `${owner} has this path already`
          : `the id ${JSON.stringify(row.id)} is that of ${owner}`;
        yield skipped(place, `duplicate: ${which}`);
      }
    }
  } catch (error) {
    yield skipped(path, whyFailed(error));
    return;
  }
  if (documents > 0) {
    const { size, hash } = seen;
    yield { kind: "file", file: { path, size, mtime, hash } };
  } else if (skips === 0) {
    yield skipped(
      path,
      `empty: no ${format.text === "rows" ? "rows" : "documents"}`,
    );
  }
}

/** What the reader finds, given the file as it wants it; or why it is not asked. */
async function readResults(
  { absolute, format, size }: WalkedFile,
  seen: SeenBytes,
): Promise<AsyncIterable<ReadResult> | [ReadResult]> {
  if (format.takes === "chunks") {
    const read = await format.load();
    return read(fileChunks(absolute, seen), format.limit);
  }
  const { limit } = format;
  if (size > limit) return [{ kind: "skip", reason: tooLarge(size, limit) }];
  const bytes = readFileSync(absolute);
  // It may have grown since it was listed.
  if (bytes.length > limit) {
    return [{ kind: "skip", reason: tooLarge(bytes.length, limit) }];
  }
  if (bytes.length === 0) return [{ kind: "skip", reason: "empty: no bytes" }];
  seen.add(bytes);
  const read = await format.load();
  return read(bytes, limit);
}

/** The document with what it has from its file. */
function completed(
  { row, format, ...read }: ReadDocument,
  file: WalkedFile,
  seen: SeenBytes,
): Document {
  return {
    ...read,
    path: row?.id ?? file.path,
    file: file.path,
    format: format ?? storedFormat(file.format),
    hash: row?.hash ?? seen.hash,
  };
}

function storedFormat({ cut }: FileFormat): string {
  return typeof cut === "string" ? cut : cut.outline;
}

/** The bytes of a file that were read. */
class SeenBytes {
  readonly #hash = createHash("sha256");
  /** How many. */
  size = 0;

  /** Their SHA-256 in hex. */
  get hash(): string {
    return this.#hash.copy().digest("hex");
  }

  add(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.size += bytes.length;
  }
}

/** Reads a file in pieces, each in a buffer of its own, and sums them up. */
function* fileChunks(
  absolute: string,
  seen: SeenBytes,
): Generator<Uint8Array> {
  const file = openSync(absolute, "r");
  try {
    for (;;) {
      const chunk = new Uint8Array(CHUNK);
      const length = readSync(file, chunk, 0, CHUNK, null);
      if (length === 0) return;
      const bytes = chunk.subarray(0, length);
      seen.add(bytes);
      yield bytes;
    }
  } finally {
    closeSync(file);
  }
}

/** The path under which a row of a file, or the file, is named. */
function placeOf(path: string, line: number | undefined): string {
  return line === undefined ? path : `${path}:${line}`;
}

/**
 * A file that the system will not give, or that breaks a parser (by nesting too
 * deep, say), costs that file and no more.
 */
function whyFailed(error: unknown): string {
  if (errorCode(error) !== "") return unreadable(error);
  return `invalid: ${error instanceof Error ? error.message : error}`;
}
