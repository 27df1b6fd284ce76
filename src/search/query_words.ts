import type { LateInteraction, QueryWord } from "../embed/late_interaction.ts";
import { inverseFrequency, termEntries } from "../index/keyword_candidates.ts";
import type { PackedIndex } from "../index/packed_index.ts";
import type { QueryToken } from "../text/tokenize.ts";
import { type ReadQuery, readQuery } from "./read_query.ts";

/** A word of a query, as sections are judged by it. */
export interface QueryTermWeight extends QueryWord {
  /** Whether some document has it, or all of its parts. */
  known: boolean;
  /** Whether some document has it as a whole. */
  whole: boolean;
  /** Its terms, the whole word first. */
  terms: string[];
  /** Whether it has no vector that means anything: a number, a code. */
  exact: boolean;
}

/** Passages of an index that tells of a word as much as any text does. */
const ENOUGH = 300;
/** Nats of surprise that a word has at least, and that make one of idf. */
const LEAST_SURPRISE = 6, NATS = 2;
/** What a code is taken for: a name that any text surprises with. */
const CODE = { norm: 1.2, surprise: 20 };
/** Signs that words are written in, without belonging to them. */
const SIGNS =
  /[!-\/:-@[-`{-~\u2018-\u201f\u2026\u3001-\u3011\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+/g;

/**
 * The words of a query, and what each counts: the length of its vector times its
 * idf, so that rare and meaningful words decide. In a small index, where every
 * absent word is rare, how rare it is in any text counts in place of idf.
 *
 * Codes and numbers (`E2001`, `404`) are words of their own, which a section has
 * or has not. `late` is left ready to compare texts with the others.
 */
export function queryWords(
  index: PackedIndex,
  late: LateInteraction,
  query: ReadQuery,
): QueryTermWeight[] {
  const known = new Map<string, Omit<QueryTermWeight, keyof QueryWord>>();
  const share = trust(index.info.passages);
  const weigh = ({ text, norm, surprise }: Omit<QueryWord, "weight">) => {
    const { terms } = readQuery(text);
    const entries = terms.map((term) => termEntries(index, term));
    // A particle, which hundreds of terms begin with, weighs nothing.
    const rare = /^[ぁ-ん]$/.test(text)
      ? 0
      : Math.max(0, ...entries.map((it) => inverseFrequency(index, it)));
    const [whole, ...parts] = entries.map((it) => it.length > 0);
    // Of Latin words the first term is the whole one, of Japanese each is a part.
    const isPart = !/^[a-z\d]/.test(terms[0]?.term ?? "");
    known.set(text, {
      known: isPart
        ? whole === true && parts.every(Boolean)
        : whole || parts.length > 0 && parts.every(Boolean),
      whole: whole === true,
      terms: terms.map(({ term }) => term),
      exact: false,
    });
    const any = rare === 0
      ? 0
      : Math.max(0, (surprise - LEAST_SURPRISE) / NATS);
    return norm * (share * rare + (1 - share) * any);
  };
  const words = late.setQuery(query.text.replace(SIGNS, " "), weigh)
    .map((word): QueryTermWeight => ({ ...word, ...known.get(word.text)! }));
  return [...words, ...codes(query.tokens, weigh, known)];
}

/** 0..1: how far an index of so many passages is trusted to tell of words. */
export function trust(passages: number): number {
  return 1 - ENOUGH / (passages + ENOUGH);
}

/** The words with a digit in them, each once. */
function codes(
  tokens: readonly QueryToken[],
  weigh: (word: Omit<QueryWord, "weight">) => number,
  known: Map<string, Omit<QueryTermWeight, keyof QueryWord>>,
): QueryTermWeight[] {
  const found = new Map<string, QueryTermWeight>();
  let done = 0;
  for (const { term, start, end } of tokens) {
    // A number of one or two digits is often said in another way.
    if (start < done || !/\d/.test(term) || /^\d{1,2}$/.test(term)) continue;
    done = end;
    const word = { text: term, ...CODE };
    const weight = weigh(word);
    found.set(term, { ...word, weight, ...known.get(term)!, exact: true });
  }
  return [...found.values()];
}

/**
 * Whether a text has a Latin word, or a code, as it is written: whole, or all of
 * its parts. (Japanese is cut alike wherever it stands, which the vectors see;
 * its pairs of characters are had by chance.)
 *
 * @param folded The text in NFKC and lower case.
 */
export function hasWord(folded: string, { terms }: QueryTermWeight): boolean {
  const [whole, ...parts] = terms;
  return whole !== undefined && (hasTerm(folded, whole) ||
    parts.length > 0 && parts.every((part) => hasTerm(folded, part)));
}

function hasTerm(folded: string, term: string): boolean {
  if (!/^[a-z\d]/.test(term)) return false;
  for (let at = folded.indexOf(term); at >= 0;) {
    const before = folded.charCodeAt(at - 1);
    const after = folded.charCodeAt(at + term.length);
    if (!isAlphanumeric(before) && !isAlphanumeric(after)) return true;
    at = folded.indexOf(term, at + 1);
  }
  return false;
}

function isAlphanumeric(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a || unit >= 0x30 && unit <= 0x39;
}
