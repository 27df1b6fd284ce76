import type { Outline } from "./outline.ts";

/** A document as read: one file, or one row of a JSON Lines file. */
export interface Document {
  /**
   * Relative to the source root, `/` separated, exact to the byte: the
   * document's identity. Of a JSON Lines row, the row's id verbatim.
   */
  path: string;
  /** The file it came from, in the same form; `path` except for JSON Lines. */
  file: string;
  /**
   * What `text` is written in, and so how it is cut: `markdown`, `mdx`, or else
   * text. Where the reader gives an outline, the name of its format: `html`.
   */
  format: string;
  /**
   * The decoded file itself with a byte order mark kept as U+FEFF, or the text
   * that its reader took out of it. Always well-formed Unicode.
   */
  text: string;
  /** UTF-16 offset in `text` where content starts, after BOM and front matter. */
  bodyStart: number;
  /** From front matter, `<title>` or the row; `cut()` decides the final one. */
  title?: string;
  /** Where the document says it is published. */
  url?: string;
  /** The language tag that the document declares, such as `ja` or `en-GB`. */
  lang?: string;
  /** The headings and blocks, where the reader knows them already. */
  outline?: Outline;
  /**
   * For a text that is not the file: the 1-based source line of each line of
   * `text`, where lines end in `\n`. Of a file without lines, such as pages or
   * cards, the number of the page or card.
   */
  lineOf?: Uint32Array;
  /** SHA-256, in hex, of the file's bytes or of the row's line. */
  hash: string;
  /** What was odd but did not keep it from being read, as sentences. */
  warnings: string[];
}

/** A file, folder entry or row that was left out, and why. */
export interface Skip {
  /** Like {@link Document.path}; of a JSON Lines row, `file.jsonl:LINE`. */
  path: string;
  /**
   * Begins with one of unreadable, encoding, binary, broken_link, link_loop,
   * outside, unsupported, empty, duplicate, invalid, too_large; then `: ` and
   * words.
   */
  reason: string;
}

/** A file that gave at least one document, as it was when it was read. */
export interface SourceFile {
  /** Like {@link Document.file}. */
  path: string;
  /** In bytes. */
  size: number;
  /** Time of the last change, in whole milliseconds since 1970. */
  mtime: number;
  /** SHA-256, in hex, of its bytes. */
  hash: string;
}
