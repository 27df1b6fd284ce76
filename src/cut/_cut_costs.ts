/**
 * What it costs to end a passage at a place: the lower, the better the place.
 * Only the order and rough distances matter; a passage of half or of one and a
 * half times the wished size costs 15 by its size (see `sizeCost`).
 */
export const CUT_COST = {
  /** Before a heading of depth 3, 4, 5 and 6: better than no cut at all. */
  heading: [-15, -12, -9, -6],
  /** Before a block. */
  block: 8,
  /** Before a list item, and for each space of its indentation. */
  listItem: 13,
  listIndent: 1,
  /**
   * In long code behind a blank line, at a line at column 0, at another line,
   * at one that begins with a closing bracket or tag.
   */
  codeBlank: 12,
  codeOuter: 20,
  codeLine: 28,
  codeClosing: 45,
  /** At a row of a long table. */
  row: 20,
  /** At a line end that ends a sentence too; at a sentence end in a line. */
  sentenceLine: 20,
  sentence: 28,
  /** At a line end in mid-sentence. */
  line: 45,
  comma: 50,
  space: 65,
  codePoint: 90,
} as const;

/** Added where what is before the place belongs to what is behind it. */
export const GLUE_COST = {
  /** Code and the sentence that introduces it. */
  introducedCode: 120,
  /** A table, a list, anything else behind a colon. */
  introducedTable: 50,
  introducedList: 30,
  colon: 20,
  /** `<Tabs>` or `::: tip` and what it opens; what `</Tabs>` or `:::` closes. */
  wrapper: 60,
  /** A heading directly under a higher one. */
  subheading: 40,
  /** A heading and its text; the lines of a fence or table that fits. */
  never: Infinity,
  /** The same where nothing else is possible. */
  heading: 400,
  whole: 200,
} as const;

/**
 * Grows with the square of the distance from the wished size: 0 at it, 15 at
 * half and one and a half of it, 60 at nothing and at twice.
 */
export function sizeCost(length: number, wished: number): number {
  const distance = length / wished - 1;
  return 60 * distance * distance;
}
