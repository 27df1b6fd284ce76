import type { AskedWord, RankedSection } from "./rerank.ts";

/** What speaks for and against the documents answering a query; each 0..1. */
export interface Evidence {
  /** How the best section covers the query's words, by meaning. */
  coverage: number;
  /** Its BM25 score as a share of the highest that the query could have. */
  keyword: number;
  /** Share of the query's words that no document has; names and nouns only. */
  unknown: number;
  /** Share of its Latin words, names mostly, that the best section does not have. */
  missed: number;
  /** 1 where the best section is in the other language, else 0. */
  foreign: number;
}

/** A word is had from this cosine on: its forms are nearer, its kin are not. */
const HAD = 0.7;

/**
 * Logistic regression on the answerable and unanswerable questions of
 * `tests/eval/calibrate.ts`, which prints these figures. The cosine of the
 * vectors is left out: its scale is that of an embedder, and its maximum grows
 * with the number of passages.
 */
const WEIGHTS = {
  intercept: -2.25,
  coverage: 4.4,
  keyword: 4.7,
  unknown: -5.2,
  missed: -2.5,
  foreign: 1.3,
};

/**
 * Gathers the evidence from a ranking.
 *
 * @param ideal The highest BM25 score that the query could have.
 */
export function evidence(
  words: AskedWord[],
  best: RankedSection,
  ideal: number,
): Evidence {
  const { coverage, cosines, lang } = best.read!;
  const latin = words.map(({ text }) => /[a-z]/i.test(text));
  const foreign = words.length > 0 &&
    /^(ja|zh|ko)\b/.test(lang) !== latin.includes(false);
  // A Japanese word is unknown to English documents, whatever they answer, and
  // one with hiragana is a verb or the like, for which there are others.
  const unknown = share(
    words,
    ({ text, known }) => !known && !/[ぁ-ん]/.test(text),
    foreign ? latin : null,
  );
  const missed = foreign
    ? 0
    : share(words, (_, at) => latin[at] && cosines[at] < HAD, null);
  return {
    // Numbers, and scripts that the table does not know, have no words to it.
    coverage: words.length > 0 ? coverage : best.keyword === null ? 0 : 1,
    keyword: ideal > 0 ? Math.min(1, (best.keyword?.raw ?? 0) / ideal) : 0,
    unknown,
    missed,
    foreign: foreign ? 1 : 0,
  };
}

/**
 * The log odds that the documents answer a query: above 0 rather than not.
 */
export function logOdds(evidence: Evidence): number {
  const { intercept, ...weights } = WEIGHTS;
  return Object.entries(weights).reduce(
    (sum, [name, weight]) => sum + weight * evidence[name as keyof Evidence],
    intercept,
  );
}

/**
 * Log odds as a probability, 0..1.
 */
export function probability(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}

/** Share of the words' weight for which something holds, of all or of some words. */
function share(
  words: AskedWord[],
  holds: (word: AskedWord, at: number) => boolean,
  of: boolean[] | null,
): number {
  let part = 0, all = 0;
  words.forEach((word, at) => {
    if (of !== null && !of[at]) return;
    all += word.weight;
    if (holds(word, at)) part += word.weight;
  });
  return all > 0 ? part / all : 0;
}
