import type { Document } from "../document/document.ts";

/** What a reader may ask for of a file. */
export interface Contents {
  /** The whole file, at least one byte. */
  bytes: Uint8Array;
  /** The file in pieces of any size, each in a buffer of its own. */
  chunks: Iterable<Uint8Array>;
}

/** A document as its reader gives it; the rest follows from the file. */
export interface ReadDocument
  extends Omit<Document, "path" | "file" | "format" | "hash"> {
  /** What this text is written in, where the row of the table does not say it. */
  format?: "markdown" | "text";
  /** Of a document that is a row of its file. */
  row?: {
    /** The document's path. */
    id: string;
    /** 1-based. */
    line: number;
    /** SHA-256, in hex, of the line. */
    hash: string;
  };
}

/** What a reader finds in a file, in the order of the file. */
export type ReadResult =
  | { kind: "document"; document: ReadDocument }
  /** Why a row (its 1-based line), or without one the file, gives no document. */
  | { kind: "skip"; reason: string; line?: number };

/**
 * Makes documents of a file. What it throws costs that file and no more: the
 * file is skipped as `invalid: ` and the error's message.
 *
 * @param contents The bytes, still to be decoded; see `decode()`.
 * @param limit The row's limit in the table, in bytes.
 */
export type Reader<T> = (
  contents: T,
  limit: number,
) => AsyncIterable<ReadResult>;

/** A format of files, and how it is read: a row of the table in `readers.ts`. */
export type FileFormat = FormatTaking<"bytes"> | FormatTaking<"chunks">;

/** A format whose reader takes the file in one of the ways of `Contents`. */
interface FormatTaking<Takes extends keyof Contents> {
  /** What it is called in help and in the guide. */
  name: Record<"en" | "ja", string>;
  /** In lower case with the dot; the first one is the usual one. */
  extensions: readonly `.${string}`[];
  /** The file's media type. */
  mediaType: string;
  /** Whether its reader is given the whole file, or the file in pieces. */
  takes: Takes;
  /** Bytes of the longest file; where it comes in pieces, of the longest row. */
  limit: number;
  /**
   * What `docs get` prints, and which lines hits name:
   * - `file`: the decoded file itself, with its lines.
   * - `extracted`: text that was taken out of it. Hits name the line of the file
   *   (or its page, or what else the reader's `lineOf` counts) that a line of the
   *   text comes from, or without `lineOf` the line of the text.
   * - `rows`: the text of a row, named by the row's line in the file.
   */
  text: "file" | "extracted" | "rows";
  /**
   * How the text is cut: as Markdown or MDX, as text without headings, or along
   * the outline that the reader gives. The index stores this as the document's
   * format; in place of `outline` the name of the format, such as `html`.
   */
  cut: "markdown" | "mdx" | "text" | { outline: string };
  /** How it is read, in one line of the guide. */
  about: Record<"en" | "ja", string>;
  /** Loads the reader, when the first such file is met. */
  load: () => Promise<Reader<Contents[Takes]>>;
}
