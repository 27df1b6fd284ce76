import { outlineInPieces } from "./_outline_in_pieces.ts";
import type { Outline } from "./outline.ts";

/** UTF-16 units parsed at once. */
const PIECE_SIZE = 1 << 13;

/**
 * The headings and blocks of Markdown as CommonMark with GFM tables has them,
 * or of MDX. It does not fail on any text, valid MDX or not.
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
  return outlineInPieces(text, bodyStart, options.mdx, PIECE_SIZE);
}
