import type { PackedIndex } from "../index/packed_index.ts";
import type { PassageRecord, SectionRecord } from "../index/records.ts";
import type { SideScore } from "./fuse.ts";
import type { Evidence } from "./relevance.ts";
import type { QueryTermWeight } from "./query_words.ts";
import type { RerankedSection } from "./rerank.ts";
import { matchedTerms, type Matcher, snippet } from "./snippet.ts";

/** Passages that a hit shows. */
const PASSAGES_SHOWN = 3;

/** A section that was found, with its numbers in the index. */
export interface Hit extends SectionRecord {
  /** From 1. */
  rank: number;
  /** Number of the section in the index. */
  section: number;
  /** `path#anchor`. */
  id: string;
  path: string;
  title: string;
  /** 0..1: from 0.5 on, the documents probably answer the query. */
  score: number;
  /** Rank on the keyword side, from 1; null if not found there. */
  keywordRank: number | null;
  vectorRank: number | null;
  /** How many passages of the section were found. */
  foundCount: number;
  /** The best of them, best first; at least one. */
  passages: [HitPassage, ...HitPassage[]];
  /** The excerpt of the first that best shows why it was found. */
  snippet: { start: number; end: number; text: string };
  explain?: Explanation;
}

/** A passage that was found. */
export interface HitPassage extends PassageRecord {
  /** Number of the passage in the index. */
  passage: number;
  /** Its slice of the document. */
  text: string;
}

/** Why a hit has its score. */
export interface Explanation {
  /** The query's terms that occur in the section, by field. */
  terms: {
    title: string[];
    headings: string[];
    path: string[];
    text: string[];
  };
  keyword: Explained<"bm25"> | null;
  vector: Explained<"cosine"> | null;
  /** That the questions written for the section matched; absent where they did not. */
  questions?: { bm25: number | null; cosine: number | null };
  /** Of a search with several phrasings: which of them found it, and at which rank. */
  phrasings?: { query: string; rank: number }[];
  /** How the best passage, with those questions, covers the query's words, by meaning. */
  words: {
    coverage: number;
    of: {
      word: string;
      weight: number;
      surprise: number;
      cosine: number;
      known: boolean;
    }[];
  };
  /** The ranking score: each side's normalised score times its weight, plus coverage. */
  ranked_by: number;
  /** Inputs of the score: the evidence, and the log odds after adjustment to the neighbouring hits. */
  calibration: Evidence & { log_odds: number };
}

/** One side's contribution: rank, raw score, normalised score (0..1), weight. */
type Explained<Score extends string> = Record<
  Score | "rank" | "normalised" | "weight",
  number
>;

/** A section with what to show of it. */
export interface Found {
  section: RerankedSection;
  rank: number;
  score: number;
  /** Its matching passages, best first. */
  passages: number[];
}

/** Reads a section from the index and describes it. */
export function makeHit(
  index: PackedIndex,
  { section: ranked, rank, score, passages: found }: Found,
  matcher: Matcher,
): Hit {
  const section = index.section(ranked.section);
  const { path, title } = index.document(section.document);
  const all = index.passages(ranked.section);
  const read = (passage: number): HitPassage => {
    const record = all[passage - section.firstPassage]!;
    const text = passage === ranked.read.passage
      ? ranked.read.text
      : index.text(section.document, record.start, record.end);
    return { ...record, passage, text };
  };
  const [first, ...others] = found.slice(0, PASSAGES_SHOWN);
  const best = read(first!);
  const { start, text, hidden } = best;
  const [from, to] = snippet(
    text,
    matcher,
    hidden.map(([from, to]) => [from - start, to - start]),
  );
  return {
    ...section,
    rank,
    section: ranked.section,
    id: `${path}#${section.anchor}`,
    path,
    title,
    score: rounded(score),
    keywordRank: ranked.keyword?.rank ?? null,
    vectorRank: ranked.vector?.rank ?? null,
    foundCount: found.length,
    passages: [best, ...others.map(read)],
    snippet: {
      start: start + from,
      end: start + to,
      text: text.slice(from, to),
    },
  };
}

/** Explains a hit's rank and score. */
export function explain(
  hit: Hit,
  { keyword, vector, read, score }: RerankedSection,
  words: QueryTermWeight[],
  keywordShare: number,
  calibration: Explanation["calibration"],
  matcher: Matcher,
): Explanation {
  const side = (it: SideScore, weight: number) => ({
    rank: it.rank,
    normalised: rounded(it.normalised),
    weight: rounded(weight),
  });
  return {
    terms: {
      title: matchedTerms(hit.title, matcher),
      headings: matchedTerms(hit.headingPath.join("\n"), matcher),
      path: matchedTerms(hit.path, matcher),
      text: matchedTerms(
        hit.passages.map(({ text }) => text).join("\n"),
        matcher,
      ),
    },
    keyword: keyword &&
      { bm25: rounded(keyword.raw), ...side(keyword, keywordShare) },
    vector: vector &&
      { cosine: rounded(vector.raw), ...side(vector, 1 - keywordShare) },
    ...questionsOf(keyword, vector),
    words: {
      coverage: rounded(read.coverage),
      of: words.map(({ text, weight, known, surprise }, at) => ({
        word: text,
        weight: rounded(weight),
        surprise: rounded(surprise),
        cosine: rounded(read.cosines[at]!),
        known,
      })),
    },
    ranked_by: rounded(score),
    calibration: Object.fromEntries(
      Object.entries(calibration).map((
        [name, it],
      ) => [name, it && rounded(it)]),
    ) as unknown as Explanation["calibration"],
  };
}

function questionsOf(
  keyword: SideScore | null,
  vector: SideScore | null,
): Pick<Explanation, "questions"> {
  const bm25 = keyword?.expansion ?? null, cosine = vector?.expansion ?? null;
  if (bm25 === null && cosine === null) return {};
  return {
    questions: {
      bm25: bm25 && rounded(bm25),
      cosine: cosine && rounded(cosine),
    },
  };
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}
