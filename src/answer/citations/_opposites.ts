import { wordPattern } from "./_word_pattern.ts";
import { OPPOSITE_WORDS } from "./words/opposites.ts";

/** The sides of a pair of opposites, as bits. */
export const ONE = 1, OTHER = 2;

/** One side of a pair of opposites. */
export interface OppositeSide {
  /** Of the pair. */
  name: string;
  side: number;
  pattern: RegExp;
  /** Whether `not` makes it the other side. */
  state: boolean;
}

/** Both sides of each pair. */
export const OPPOSITES: readonly OppositeSide[] = OPPOSITE_WORDS.flatMap(
  ({ name, state, one, other }) => [
    { name, state, side: ONE, pattern: wordPattern(one) },
    { name, state, side: OTHER, pattern: wordPattern(other) },
  ],
);
