import { decode, MAX_TEXT_BYTES } from "./decode.ts";
import type { Document, Format } from "../document/document.ts";
import { readFrontMatter } from "./front_matter.ts";
import { hashBytes } from "../files/hash_bytes.ts";

/** Parsing a page takes some twenty-five times its size in memory. */
const MAX_HTML_BYTES = 0x0200_0000;

/**
 * Makes a document of a file's bytes.
 *
 * @param path Stored path.
 * @param format What the file is written in.
 * @param bytes The whole file.
 * @returns The document, or the reason why the file is skipped.
 */
export async function readDocument(
  path: string,
  format: Format,
  bytes: Uint8Array,
): Promise<Document | string> {
  const limit = format === "html" ? MAX_HTML_BYTES : MAX_TEXT_BYTES;
  if (bytes.length > limit) return tooLarge(bytes.length, limit);
  const decoded = decode(bytes);
  if ("reason" in decoded) return withCharset(decoded.reason, format, bytes);
  const { text } = decoded;
  const document = format === "html"
    ? await htmlDocument(path, text)
    : await textDocument(path, format, text);
  if (!/\S/.test(document.text.slice(document.bodyStart))) {
    return `empty: ${whyEmpty(document, bytes)}`;
  }
  document.hash = hashBytes(bytes);
  return document;
}

/** The reason for a file, of `size` bytes, that is longer than can be read. */
export function tooLarge(size: number, limit = MAX_TEXT_BYTES): string {
  return `too_large: ${size} bytes, of at most ${limit}`;
}

async function htmlDocument(path: string, html: string): Promise<Document> {
  const { readHtml } = await import("./html.ts");
  const page = readHtml(html);
  const bare = { path, file: path, format: "html" as const, bodyStart: 0 };
  return { ...bare, ...page, hash: "", warnings: [] };
}

async function textDocument(
  path: string,
  format: Exclude<Format, "html">,
  text: string,
): Promise<Document> {
  const head = format === "text"
    ? { bodyStart: text.startsWith("\ufeff") ? 1 : 0, warnings: [] }
    : await readFrontMatter(text);
  return { path, file: path, format, text, ...head, hash: "" };
}

function whyEmpty(document: Document, bytes: Uint8Array): string {
  if (bytes.length === 0) return "no bytes";
  if (document.format === "html") return "no text in the page";
  return document.bodyStart > 1 ? "only front matter" : "only white space";
}

/** Adds the encoding that an undecodable page claims. */
function withCharset(
  reason: string,
  format: Format,
  bytes: Uint8Array,
): string {
  if (format !== "html" || !reason.startsWith("encoding")) return reason;
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 1024));
  const charset = /charset\s*=\s*["']?([\w-]{1,40})/i.exec(head)?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset)
    ? reason
    : `${reason}; the page says ${charset}`;
}
