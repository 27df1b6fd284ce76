import { coverage } from "../embed/late_interaction.ts";
import { type QueryTermWeight, trust } from "./query_words.ts";
import type { RerankedSection } from "./rerank.ts";

/** Features that predict whether a section answers a query; each 0..1. */
export interface Evidence {
  /** How it covers the query's words, by meaning. */
  coverage: number;
  /** Its BM25 score as a share of the query's maximum. */
  keyword: number;
  /** Share of the query's words that are names or nouns in no document, with nothing similar in this section. */
  unknown: number;
  /** Share of the query's words that are Latin names found in other documents but not here. */
  missed: number;
  /** Share of the query's words that are Japanese nouns to which nothing in it is kin. */
  absent: number;
  /** 1 where it is in the other language, else 0. */
  foreign: number;
  /** 1 in an index of a page, where the best of few passages is less near; 0 in a large one. */
  small: number;
  /** Cosine of its best passage; null for vectors whose scale is not known. */
  cosine: number | null;
}

/** Cosine from which a word counts as present: inflected forms are above, related words below. */
const MATCH_COSINE = 0.7;
/** Cosine up to which a text has nothing related to a word. */
const RELATED_COSINE = 0.6;
/** A Japanese noun is absent below this. */
const ABSENT_COSINE = 0.5;
/** An identifier is had from here on: as it is written, or all of its parts. */
const IDENTIFIER_COSINE = 0.8;
/**
 * Surprise in nats up to which a word is not a name, and from which it is. A
 * handbook of three pages can answer a question without containing `how` or `many`.
 */
const NO_NAME = 12, NAME = 16;
/**
 * Surprise from which a Latin word consists of several pieces, whose mean says
 * nothing: `zzzzqqqq` is near to `https`, and yet no document has it.
 */
const IN_PIECES = 20;
/** Weight of a word below which it means nothing by itself: `the`, の. */
const MEANINGFUL = 0.5;
/** Words that the rest of a query has, for a name that varies to be looked past. */
const ENOUGH_REST = 3;

/**
 * Logistic regression on the development questions and on questions without an
 * answer (`deno run -A tests/eval/calibrate.ts`), both languages over both, four
 * manuals together: nonsense, other subjects, names that no document has. Intercept
 * and `foreign` are moved so that few questions with an answer are lost.
 */
export const WEIGHTS = {
  intercept: -5.9,
  coverage: 5.5,
  keyword: 0.2,
  unknown: -6.5,
  missed: -0.4,
  absent: -1.1,
  foreign: 0.7,
  small: 0.8,
  cosine: 11,
};

/** The same without the cosine, whose scale is that of an embedder. */
export const WEIGHTS_WITHOUT_COSINE = {
  intercept: -2.8,
  coverage: 8,
  keyword: 0.3,
  unknown: -7.5,
  missed: -1,
  absent: -1.6,
  foreign: 0.7,
  small: 0.8,
  cosine: 0,
};

/** Log odds added to every hit after the first, which need not be the answer itself. */
const GRANTED = 1;

/** What a query and an index bring to the evidence of every section. */
export interface EvidenceContext {
  words: QueryTermWeight[];
  /** The query as it was typed. */
  query: string;
  /** The highest BM25 score that the query could have. */
  ideal: number;
  /**
   * Passages of the index: a page or two lack many a word, and answer all the
   * same, so that an unknown one counts half there.
   */
  passages: number;
  /** Whether the cosines are of the embedder that the weights were fitted for. */
  isFitted: boolean;
  /** Of what the vectors found; a section that they did not find has less. */
  leastCosine: number;
}

/** Gathers the evidence for a section that was read. */
export function evidence(
  { words, query, ideal, passages, isFitted, leastCosine }: EvidenceContext,
  { keyword, vector, read: { cosines, lang } }: RerankedSection,
): Evidence {
  const cosine = isFitted
    ? Math.max(0, Math.min(1, vector?.raw ?? leastCosine))
    : null;
  const foreign = words.length > 0 &&
    /^(ja|zh|ko)\b/.test(lang) !== words.some(({ text }) => isCjk(text));
  const language = foreign ? 1 : 0;
  const nothing = {
    ...{ unknown: 0, missed: 0, absent: 0 },
    ...{ foreign: language, small: 1 - trust(passages), cosine },
  };
  const score = ideal > 0 ? Math.min(1, (keyword?.raw ?? 0) / ideal) : 0;
  if (words.length === 0) {
    // A script that the table does not know: only the keywords can tell.
    return { ...nothing, coverage: keyword === null ? 0 : 1, keyword: score };
  }
  if (words.every(({ weight }) => weight < MEANINGFUL)) {
    return { ...nothing, coverage: 0, keyword: 0 };
  }
  const states = words.map((word, at) => stateOf(word, cosines[at]!, foreign));
  const had = words.map((word, at) =>
    states[at] === "unknown" && isLatin(word) ? 0 : cosines[at]!
  );
  const varies = words.map((word, at) =>
    states[at] === "unknown" && isVariable(word.text, query)
  );
  const rest = words.map((word, at) => ({
    weight: varies[at] ? 0 : word.weight,
  }));
  const isLong = rest.filter(({ weight }) => weight >= MEANINGFUL).length >=
    ENOUGH_REST;
  const covered = coverage(isLong ? rest : words, Float32Array.from(had));
  const share = (state: State) =>
    shareOf(words, (_, at) => states[at] === state && !(isLong && varies[at]));
  return {
    coverage: covered,
    keyword: score,
    unknown: (1 + trust(passages)) / 2 * share("unknown"),
    missed: share("missed"),
    absent: weightOf(words, (_, at) => states[at] === "absent"),
    foreign: language,
    small: nothing.small,
    cosine,
  };
}

type State = "had" | "unknown" | "missed" | "absent";

/** What a section, and the documents as a whole, lack of a word. */
function stateOf(
  word: QueryTermWeight,
  cosine: number,
  foreign: boolean,
): State {
  const { text, known, whole, surprise } = word;
  if (isLatin(word)) {
    if (!known) {
      const isNear = cosine >= RELATED_COSINE && surprise < IN_PIECES;
      return isNear ? "had" : "unknown";
    }
    // Its parts are somewhere, each for itself.
    if (!whole && isIdentifier(text) && cosine < IDENTIFIER_COSINE) {
      return "unknown";
    }
    return foreign || cosine >= MATCH_COSINE ? "had" : "missed";
  }
  // A Japanese word is unknown to English documents, whatever they answer, and
  // one with hiragana is a verb or the like, for which there are others.
  if (foreign || /[ぁ-ん]/.test(text)) return "had";
  if (!known && cosine < RELATED_COSINE) return "unknown";
  return cosine < ABSENT_COSINE && isCjk(text) ? "absent" : "had";
}

function isLatin({ text, exact }: QueryTermWeight): boolean {
  return exact || /[a-z]/i.test(text);
}

/** `waitForSelector`, `max_size`, `http2`. */
function isIdentifier(text: string): boolean {
  return /[a-z][A-Z]|[\d_]/.test(text);
}

/**
 * Whether a word of a query is a part of a message that varies from case to case,
 * or a code: in quotes, in a path, or in capitals (`EMFILE too many open files`).
 */
function isVariable(text: string, query: string): boolean {
  if (/^[A-Z][A-Z\d_]{3,}$/.test(text) || /\d/.test(text)) return true;
  for (const [span] of query.matchAll(VARIABLE_SPANS)) {
    if (span.toLowerCase().includes(text.toLowerCase())) return true;
  }
  return false;
}

const VARIABLE_SPANS =
  /'[^'\n]+'|"[^"\n]+"|`[^`\n]+`|“[^”\n]+”|「[^」\n]+」|\S*[\/\\]\S+/g;

function isCjk(text: string): boolean {
  return /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(text);
}

/** The log odds that a section with this evidence answers the query; above 0: probably. */
export function logOdds(evidence: Evidence): number {
  const { intercept, ...weights } = evidence.cosine === null
    ? WEIGHTS_WITHOUT_COSINE
    : WEIGHTS;
  return Object.entries(weights).reduce(
    (sum, [name, weight]) =>
      sum + weight * (evidence[name as keyof Evidence] ?? 0),
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

/** Share of the words' weight for which something holds. */
function weightOf(
  words: QueryTermWeight[],
  holds: (word: QueryTermWeight, at: number) => boolean,
): number {
  let part = 0, all = 0;
  words.forEach((word, at) => {
    all += word.weight;
    if (holds(word, at)) part += word.weight;
  });
  return all > 0 ? part / all : 0;
}

/** Share of the words' weight for which something holds, as far as they are names. */
function shareOf(
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
