/**
 * How a term came about:
 * - `word`: a word or a whole identifier,
 * - `part`: a part or another spelling of the identifier at the same position,
 * - `bigram`: two neighbouring characters of text without spaces,
 * - `single`: such a character that stands alone,
 * - `tail`: the last Han or Hangul character of a longer run, for the index only.
 */
export type TokenKind = "word" | "part" | "bigram" | "single" | "tail";

/** Takes one term; `start` and `end` are offsets into the folded text. */
export type TokenSink = (
  term: string,
  start: number,
  end: number,
  position: number,
  kind: TokenKind,
) => void;
