import { type QueryTermWeight, trust } from "./query_words.ts";
import type { RerankedSection } from "./rerank.ts";

/** What speaks for and against a section answering a query; each 0..1. */
export interface Evidence {
  /** How it covers the query's words, by meaning. */
  coverage: number;
  /** Its BM25 score as a share of the highest that the query could have. */
  keyword: number;
  /** Share of the query's words that are names, or nouns, that no document has, nor it anything near. */
  unknown: number;
  /** Share of the query's words that are Latin names, which others have and it has not. */
  missed: number;
  /** 1 where it is in the other language, else 0. */
  foreign: number;
}

/** A word is had from this cosine on: its forms are nearer, its kin are not. */
const MATCH_COSINE = 0.7;
/** Up to here a text has nothing that is kin to a word. */
const RELATED_COSINE = 0.6;
/**
 * Nats of surprise up to which a word is no name, and from which it is one. A
 * handbook of three pages lacks `how` and `many`, and answers all the same.
 */
const NO_NAME = 12, NAME = 16;

/**
 * Logistic regression on the questions of `tests/eval/calibrate.ts`, with and
 * without an answer, over collections from one page to 1,490, which fits them
 * anew and prints both. The cosine of the vectors is left out: its scale is that of an
 * embedder, and its maximum grows with the number of passages.
 */
export const WEIGHTS = {
  intercept: -3.0,
  coverage: 5.4,
  keyword: 5.3,
  unknown: -6,
  missed: -3.6,
  foreign: 1.7,
};

/** Log odds added to every hit after the first, which need not be the answer itself. */
const GRANTED = 1;

/**
 * Gathers the evidence for a section that was read.
 *
 * @param ideal The highest BM25 score that the query could have.
 * @param passages Of the index: a page or two lack many a word, and answer all
 * the same, so that an unknown one counts half there.
 */
export function evidence(
  words: QueryTermWeight[],
  section: RerankedSection,
  ideal: number,
  passages: number,
): Evidence {
  const { keyword, read: { coverage, cosines, lang } } = section;
  const names = words.map(({ text, exact }) => exact || /[a-z]/i.test(text));
  const foreign = words.length > 0 &&
    /^(ja|zh|ko)\b/.test(lang) !== words.some(({ text }) => isCjk(text));
  return {
    // Particles alone, and scripts that the table does not know, count nothing.
    coverage: words.some(({ weight }) => weight > 0)
      ? coverage
      : keyword === null
      ? 0
      : 1,
    keyword: ideal > 0 ? Math.min(1, (keyword?.raw ?? 0) / ideal) : 0,
    // A Japanese word is unknown to English documents, whatever they answer, and
    // one with hiragana is a verb or the like, for which there are others.
    unknown: (1 + trust(passages)) / 2 * share(
      words,
      ({ text, known }, at) =>
        !known && cosines[at]! < RELATED_COSINE && !/[ぁ-ん]/.test(text) &&
        (!foreign || names[at]!),
    ),
    missed: foreign ? 0 : share(
      words,
      ({ known }, at) => known && names[at]! && cosines[at]! < MATCH_COSINE,
    ),
    foreign: foreign ? 1 : 0,
  };
}

function isCjk(text: string): boolean {
  return /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(text);
}

/** The log odds that a section with this evidence answers the query: above 0 rather than not. */
export function logOdds(evidence: Evidence): number {
  const { intercept, ...weights } = WEIGHTS;
  return Object.entries(weights).reduce(
    (sum, [name, weight]) => sum + weight * evidence[name as keyof Evidence],
    intercept,
  );
}

/**
 * Caps odds at the first hit's and raises them to support later hits: a hit has
 * at least the odds of those ranked after it. All but the first get a bonus.
 */
export function monotoneOdds(odds: number[]): number[] {
  const ordered = [...odds];
  let most = -Infinity;
  for (let at = odds.length - 1; at > 0; at--) {
    most = Math.max(most, odds[at]! + GRANTED);
    ordered[at] = Math.min(odds[0]!, most);
  }
  return ordered;
}

/** Log odds as a probability, 0..1. */
export function probability(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}

/** Share of the words' weight for which something holds, as far as they are names. */
function share(
  words: QueryTermWeight[],
  holds: (word: QueryTermWeight, at: number) => boolean,
): number {
  let part = 0, all = 0;
  words.forEach((word, at) => {
    const { weight, surprise } = word;
    all += weight;
    if (!holds(word, at)) return;
    part += weight *
      Math.max(0, Math.min(1, (surprise - NO_NAME) / (NAME - NO_NAME)));
  });
  return all > 0 ? part / all : 0;
}
