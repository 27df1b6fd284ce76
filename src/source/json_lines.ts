import { Buffer } from "node:buffer";
import { binaryKind } from "./_binary_kind.ts";
import { byteLines } from "./_byte_lines.ts";
import { unsafeUrl } from "./_unsafe_url.ts";
import { decode, notUtf8 } from "./decode.ts";
import { readFrontMatter } from "./front_matter.ts";
import { hashBytes } from "../files/hash_bytes.ts";
import type { ReadDocument, ReadResult } from "./reader.ts";

/** A row that has passed {@link checkRow}. */
interface Row {
  id: string;
  /** `""` for none, as in `url`. */
  title: string;
  text: string;
  url: string;
  format: "markdown" | "text";
}

/** Bad rows named one by one; a file that is no JSON Lines has millions. */
const MAX_SKIPS = 1000;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads JSON Lines: an object `{id, title?, text, url?, format?}` a line, each
 * a document whose path is the id verbatim. `format` is `markdown` or `text`
 * (the default); a Markdown row may begin with front matter, over which the
 * row's own title and url win. Other keys are ignored, and so are blank lines.
 * One row is in memory at a time (of UTF-16, the whole file).
 *
 * A bad row is skipped as `invalid: line N: …`; after a thousand of them the
 * rest are counted in one skip.
 *
 * @param chunks Its bytes, in fresh buffers; an error in reading passes through.
 * @param longest The longest row, in bytes.
 */
export async function* jsonLinesReader(
  chunks: Iterable<Uint8Array>,
  longest: number,
): AsyncGenerator<ReadResult> {
  const opened = open(chunks);
  if ("reason" in opened) return yield { kind: "skip", ...opened };
  let skips = 0;
  let lastBad = 0;
  for (const { number, bytes } of byteLines(opened.chunks, longest)) {
    const read = bytes === undefined
      ? `too_large: line ${number}: a row of more than ${longest} bytes`
      : await readRow(number, bytes);
    if (read === undefined) continue;
    if (typeof read !== "string") {
      yield { kind: "document", document: read };
    } else if (++skips <= MAX_SKIPS) {
      yield { kind: "skip", reason: read, line: number };
    } else {
      lastBad = number;
    }
  }
  if (skips > MAX_SKIPS) {
    const reason = `invalid: line ${lastBad}: the last of ${
      skips - MAX_SKIPS
    } more bad rows`;
    yield { kind: "skip", reason, line: lastBad };
  }
}

/** Looks at the first bytes; turns UTF-16 into UTF-8. */
function open(
  chunks: Iterable<Uint8Array>,
): { chunks: Iterable<Uint8Array> } | { reason: string } {
  const rest = chunks[Symbol.iterator]();
  const first = rest.next();
  if (first.done) return { chunks: [] };
  const head = first.value;
  function* all() {
    try {
      yield head;
      for (let next; !(next = rest.next()).done;) yield next.value;
    } finally {
      // Stopped half-way, the file behind it has to be closed.
      rest.return?.();
    }
  }
  if (head[0]! >= 0xfe && head[1]! >= 0xfe) {
    const decoded = decode(Buffer.concat([...all()]));
    if ("reason" in decoded) return decoded;
    return { chunks: [new TextEncoder().encode(decoded.text)] };
  }
  const kind = binaryKind(head);
  if (kind === undefined) return { chunks: all() };
  rest.return?.();
  return { reason: `binary: ${kind}` };
}

/** @returns A document, a reason to skip the row, or nothing for a blank line. */
async function readRow(
  line: number,
  bytes: Uint8Array,
): Promise<ReadDocument | string | undefined> {
  let source: string;
  try {
    source = utf8.decode(bytes);
  } catch {
    return `invalid: line ${line}: ${notUtf8(bytes).replace(/^\w+: /, "")}`;
  }
  // Trimming takes the byte order mark too, which is white space to JavaScript.
  if (source.trim() === "") return undefined;
  const row = checkRow(source);
  if (typeof row === "string") return `invalid: line ${line}: ${row}`;
  return await rowDocument(row, line, hashBytes(bytes));
}

/** @returns The row, or what is wrong with it. */
function checkRow(source: string): Row | string {
  let value: unknown;
  try {
    value = JSON.parse(source.trim());
  } catch {
    return "not JSON";
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return "not a JSON object";
  }
  const { id, title, text, url, ...rest } = value as Record<string, unknown>;
  const format = rest.format ?? "text";
  if (id === undefined) return "no id";
  if (typeof id !== "string") return "id is not a string";
  if (id === "") return "id is empty";
  if (!id.isWellFormed()) return "id is not well-formed Unicode";
  if (text === undefined) return "no text";
  if (typeof text !== "string") return "text is not a string";
  // Exporters write null for what is not there.
  const optional = { title: title ?? "", url: url ?? "" };
  if (typeof optional.title !== "string") return "title is not a string";
  if (typeof optional.url !== "string") return "url is not a string";
  if (format !== "markdown" && format !== "text") {
    return `format is neither "markdown" nor "text"`;
  }
  return {
    id,
    text: text.toWellFormed(),
    title: optional.title.toWellFormed().trim(),
    url: optional.url.toWellFormed().trim(),
    format,
  };
}

/** @returns The document, or a reason where the row holds no text. */
async function rowDocument(
  row: Row,
  line: number,
  hash: string,
): Promise<ReadDocument | string> {
  const { id, text, format } = row;
  const { bodyStart, warnings, ...said } = format === "markdown"
    ? await readFrontMatter(text)
    : { bodyStart: text.startsWith("\ufeff") ? 1 : 0, warnings: [] };
  if (!/\S/.test(text.slice(bodyStart))) return `empty: line ${line}: no text`;
  const document: ReadDocument = {
    row: { id, line, hash },
    format,
    text,
    bodyStart,
    ...said,
    lineOf: new Uint32Array(text.split("\n").length).fill(line),
    warnings,
  };
  if (row.title !== "") document.title = row.title;
  if (unsafeUrl(row.url)) {
    warnings.push(`line ${line}: url is not an http address: ${row.url}`);
  } else if (row.url !== "") document.url = row.url;
  return document;
}
