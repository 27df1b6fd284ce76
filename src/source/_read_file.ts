import { createHash, type Hash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { MAX_TEXT_BYTES } from "./decode.ts";
import type { Document, Skip, SourceFile } from "../document/document.ts";
import { readJsonLines } from "./json_lines.ts";
import { readDocument, tooLarge } from "./read_document.ts";
import { errorCode, unreadable } from "../files/system_error.ts";
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

/** Bytes of a JSON Lines file read at a time. */
const CHUNK = 1 << 18;

/** Reads a file that is one document. */
export async function* readWhole(
  { path, absolute, format, size, mtime }: WalkedFile,
  claim: PathClaim,
): AsyncGenerator<SourceEvent> {
  if (format === "rows") return;
  let read: Document | string;
  try {
    if (size > MAX_TEXT_BYTES) read = tooLarge(size);
    else {
      const bytes = readFileSync(absolute);
      size = bytes.length;
      read = await readDocument(path, format, bytes);
    }
  } catch (error) {
    read = whyFailed(error);
  }
  if (typeof read === "string") {
    yield skip(path, read);
    return;
  }
  const owner = claim(path, path);
  if (owner !== undefined) {
    yield skip(path, `duplicate: ${owner} has this path already`);
    return;
  }
  yield { kind: "document", document: read };
  yield { kind: "file", file: { path, size, mtime, hash: read.hash } };
}

/** Reads a JSON Lines file, of which every row is a document. */
export async function* readRows(
  { path, absolute, mtime }: WalkedFile,
  claim: PathClaim,
): AsyncGenerator<SourceEvent> {
  const seen = { hash: createHash("sha256"), size: 0 };
  let documents = 0;
  let skips = 0;
  try {
    for await (const row of readJsonLines(path, fileChunks(absolute, seen))) {
      if (row.kind === "document") {
        const here = `${path}:${row.line}`;
        const owner = claim(row.document.path, here);
        if (owner === undefined) {
          documents++;
          yield row;
          continue;
        }
        const id = JSON.stringify(row.document.path);
        yield skip(here, `duplicate: the id ${id} is that of ${owner}`);
      } else yield row;
      skips++;
    }
  } catch (error) {
    yield skip(path, whyFailed(error));
    return;
  }
  if (documents > 0) {
    const { hash, size } = seen;
    const file = { path, size, mtime, hash: hash.digest("hex") };
    yield { kind: "file", file };
  } else if (skips === 0) yield skip(path, "empty: no rows");
}

/** Reads a file in pieces, each in a buffer of its own, and sums them up. */
function* fileChunks(
  absolute: string,
  seen: { hash: Hash; size: number },
): Generator<Uint8Array> {
  const file = openSync(absolute, "r");
  try {
    for (;;) {
      const chunk = new Uint8Array(CHUNK);
      const length = readSync(file, chunk, 0, CHUNK, null);
      if (length === 0) return;
      const bytes = chunk.subarray(0, length);
      seen.hash.update(bytes);
      seen.size += length;
      yield bytes;
    }
  } finally {
    closeSync(file);
  }
}

/**
 * A file that the system will not give, or that breaks a parser (by nesting too
 * deep, say), costs that file and no more.
 */
function whyFailed(error: unknown): string {
  if (errorCode(error) !== "") return unreadable(error);
  return `invalid: ${error instanceof Error ? error.message : error}`;
}

function skip(path: string, reason: string): SourceEvent {
  return { kind: "skip", skip: { path, reason } };
}
