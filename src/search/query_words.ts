import type { LateInteraction, QueryWord } from "../embed/late_interaction.ts";
import { inverseFrequency, termEntries } from "../index/keyword_candidates.ts";
import type { PackedIndex } from "../index/packed_index.ts";
import type { QueryToken } from "../text/tokenize.ts";
import { type ReadQuery, readQuery } from "./read_query.ts";

/** A word of a query, as used to score sections. */
export interface QueryTermWeight extends QueryWord {
  /** Whether some document has it, or all of its parts. */
  known: boolean;
  /** Whether some document has it as a whole. */
  whole: boolean;
  /** Its terms, the whole word first. */
  terms: string[];
  /** Whether its vector is meaningless: a number, a code. */
  exact: boolean;
}

/** Index size, in passages, at which its idf and the general word frequency weigh the same. */
const ENOUGH = 300;
/** Surprise in nats that counts as zero, and nats per unit of idf. */
const LEAST_SURPRISE = 6, NATS = 2;
/** Surprise assumed for a code: that of a name. */
const CODE = { norm: 1.2, surprise: 20 };
/** Punctuation around words that is not part of them. */
const SIGNS =
  /[!-\/:-@[-`{-~\u2018-\u201f\u2026\u3001-\u3011\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+/g;

/**
 * The words of a query with their weights: vector length times idf, so that rare
 * and meaningful words dominate. In a small index, where every absent word is
 * rare, general rarity replaces idf.
 *
 * Codes and numbers (`E2001`, `404`) are separate words, matched literally. As a
 * side effect, `late` is set up to compare texts with the other words.
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
    // A particle is a prefix of hundreds of terms; its weight is 0.
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

/** 0..1: weight of idf from an index of this many passages. */
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
    // A number of one or two digits is often written differently.
    if (start < done || !/\d/.test(term) || /^\d{1,2}$/.test(term)) continue;
    done = end;
    const word = { text: term, ...CODE };
    const weight = weigh(word);
    found.set(term, { ...word, weight, ...known.get(term)!, exact: true });
  }
  return [...found.values()];
}

/**
 * Whether a text contains a Latin word or code literally: whole, or all of its
 * parts. (Not for Japanese: its tokens are the same everywhere, so the vectors
 * cover it, and its bigrams match by chance.)
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
