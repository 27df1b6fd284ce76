import { classOfCodePoint, HAN, HANGUL } from "./char_class.ts";
import { fold } from "./fold.ts";
import { Scanner } from "./_scanner.ts";
import type { TokenKind } from "./_token.ts";

export type { TokenKind } from "./_token.ts";

/** Changes whenever the same text may give other terms; an index records it. */
export const TOKENIZER_VERSION = 1;

/** A term and where it stands. */
export interface Token {
  /** Folded: NFKC and lower case. At most 64 UTF-16 units. */
  term: string;
  /** UTF-16 offsets into the original text; they end after what combines with the last character. */
  start: number;
  end: number;
  /**
   * Counts words, and characters of text without spaces. The parts of an
   * identifier share its position; neighbours differ by one.
   */
  position: number;
  kind: TokenKind;
}

/** A token of a query. */
export interface QueryToken extends Token {
  /**
   * Stands for every indexed term that begins with it: a Han or Hangul
   * character by itself, or any such `single` that is the whole query. Inside a
   * run a character begins a bigram, and the last Han or Hangul character of a
   * run is indexed by itself (`tail`), so those terms are all its occurrences.
   * (A lone kana among other words is a particle and is not expanded.)
   */
  prefix: boolean;
}

/**
 * The terms of a text with their places, for highlighting and for whatever
 * needs more than `terms` gives.
 *
 * @example Whole identifiers and their parts
 * ```ts
 * import { tokenize } from "./tokenize.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(
 *   tokenize("Deno.readTextFile の設定").map((token) => token.term),
 *   ["deno.readtextfile", "deno", "readtextfile", "read", "text", "file", "の設", "設定", "定"],
 * );
 * ```
 */
export function tokenize(text: string): Token[] {
  const folded = fold(text);
  const { offsets } = folded;
  const tokens: Token[] = [];
  new Scanner(text, folded, (term, start, end, position, kind) => {
    if (offsets !== null) {
      start = offsets[start]!;
      end = endOf(offsets, end);
    }
    tokens.push({ term, start, end, position, kind });
  }).run();
  return tokens;
}

/**
 * Hands the terms of a text to `emit`: those of `tokenize`, in the same order,
 * without making an object of each.
 *
 * A term may be a slice that keeps the whole folded text in memory; who stores
 * terms for longer than the text should store a copy.
 */
export function terms(text: string, emit: (term: string) => void): void {
  new Scanner(text, fold(text), (term) => emit(term)).run();
}

/**
 * The tokens of a query: those of `tokenize` without the tails, which would
 * find only what stands at the end of a run, and with single characters marked
 * to be looked up as prefixes.
 */
export function queryTokens(text: string): QueryToken[] {
  const tokens = tokenize(text).filter((token) => token.kind !== "tail");
  return tokens.map((token) => ({
    ...token,
    prefix: token.kind === "single" &&
      (tokens.length === 1 || isHanOrHangul(token.term)),
  }));
}

function isHanOrHangul(term: string): boolean {
  const kind = classOfCodePoint(term.codePointAt(0)!);
  return kind === HAN || kind === HANGUL;
}

/** The original offset at which the character that holds folded unit `end - 1` ends. */
function endOf(offsets: Uint32Array, end: number): number {
  const last = offsets[end - 1];
  while (end < offsets.length - 1 && offsets[end] === last) end++;
  return offsets[end]!;
}
