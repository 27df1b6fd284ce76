import { outlineInPieces } from "./_outline_in_pieces.ts";
import type { Outline } from "../document/outline.ts";
import { textOutline } from "./text_outline.ts";

/** UTF-16 units parsed at once. */
const PIECE_SIZE = 1 << 13;

/**
 * A line that opens more lists and quotes than anyone writes. The parser's time
 * grows with the square of their number: 40 KB of `* * * …` would take minutes.
 */
const TOO_DEEP = /^[ \t]*(?:(?:[-*+>]|\d{1,9}[.)])[ \t]*){200}/m;

/**
 * The headings and blocks of Markdown as CommonMark with GFM tables has them,
 * or of MDX. It does not fail on any text, valid MDX or not. A text that nests
 * lists or quotes hundreds deep in one line is taken for plain text.
 *
 * @param text The whole document; only `text.slice(bodyStart)` is parsed.
 * @param bodyStart UTF-16 offset behind byte order mark and front matter.
 * @returns Spans whose offsets are those of `text`.
 */
export function markdownOutline(
  text: string,
  bodyStart: number,
  options: { mdx: boolean },
): Outline {
  if (TOO_DEEP.test(bodyStart === 0 ? text : text.slice(bodyStart))) {
    return textOutline(text, bodyStart);
  }
  return outlineInPieces(text, bodyStart, options.mdx, PIECE_SIZE);
}
