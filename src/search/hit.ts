import type { PackedIndex } from "../index/packed_index.ts";
import type { SideScore } from "./fuse.ts";
import type { Evidence } from "./relevance.ts";
import type { QueryTermWeight } from "./query_words.ts";
import type { RerankedSection } from "./rerank.ts";
import { matchedTerms, type Matcher, snippet } from "./snippet.ts";

/** Passages that a hit shows. */
const PASSAGES_SHOWN = 3;

/** A section that was found. */
export interface Hit {
  /** From 1. */
  rank: number;
  /** `path#anchor`. */
  id: string;
  path: string;
  anchor: string;
  title: string;
  heading_path: string[];
  url: string;
  /** 0..1: from 0.5 on, the documents answer the query rather than not. */
  score: number;
  /** Rank that the keyword side gave, from 1; null where it did not find it. */
  keyword_rank: number | null;
  vector_rank: number | null;
  /** Passages of the section that were found. */
  child_count: number;
  start_line: number;
  end_line: number;
  snippet: string;
  /** The best passages, best first; each text is a slice of the source. */
  passages: { start_line: number; end_line: number; text: string }[];
  explain?: Explanation;
}

/** Why a hit has its score. */
export interface Explanation {
  /** The query's terms that the section has, by field. */
  terms: {
    title: string[];
    headings: string[];
    path: string[];
    text: string[];
  };
  keyword: Explained<"bm25"> | null;
  vector: Explained<"cosine"> | null;
  /** How the best passage covers the query's words, by meaning. */
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
  /** What the order goes by: normalised times weight of either side, plus coverage. */
  ranked_by: number;
  /** What the score goes by: the evidence, and the log odds that it and the hits around it leave. */
  calibration: Evidence & { log_odds: number };
}

/** One side's part: rank, score as found, brought to 0..1, share of the whole. */
type Explained<Score extends string> = Record<
  Score | "rank" | "normalised" | "weight",
  number
>;

/** A section with what is to be shown of it. */
export interface Found {
  section: RerankedSection;
  rank: number;
  score: number;
  /** Its passages that were found, best first. */
  passages: number[];
}

/** Reads a section from the index and describes it. */
export function makeHit(
  index: PackedIndex,
  { section: ranked, rank, score, passages }: Found,
  matcher: Matcher,
): Hit {
  const section = index.section(ranked.section);
  const document = index.document(section.document);
  const all = index.passages(ranked.section);
  const shown = passages.slice(0, PASSAGES_SHOWN);
  const best = shown.map((passage) => all[passage - section.firstPassage]);
  const texts = best.map(({ start, end }, at) =>
    shown[at] === ranked.read.passage
      ? ranked.read.text
      : index.text(section.document, start, end)
  );
  const hidden = best[0].hidden.map(([from, to]): [number, number] => [
    from - best[0].start,
    to - best[0].start,
  ]);
  return {
    rank,
    id: `${document.path}#${section.anchor}`,
    path: document.path,
    anchor: section.anchor,
    title: document.title,
    heading_path: section.headingPath,
    url: section.url,
    score: rounded(score),
    keyword_rank: ranked.keyword?.rank ?? null,
    vector_rank: ranked.vector?.rank ?? null,
    child_count: passages.length,
    start_line: section.startLine,
    end_line: section.endLine,
    snippet: snippet(texts[0], matcher, hidden),
    passages: best.map(({ startLine, endLine }, at) => ({
      start_line: startLine,
      end_line: endLine,
      text: texts[at],
    })),
  };
}

/** Says why a hit has its place and its score. */
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
      headings: matchedTerms(hit.heading_path.join("\n"), matcher),
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
    words: {
      coverage: rounded(read.coverage),
      of: words.map(({ text, weight, known, surprise }, at) => ({
        word: text,
        weight: rounded(weight),
        surprise: rounded(surprise),
        cosine: rounded(read.cosines[at]),
        known,
      })),
    },
    ranked_by: rounded(score),
    calibration: Object.fromEntries(
      Object.entries(calibration).map(([name, it]) => [name, rounded(it)]),
    ) as unknown as Explanation["calibration"],
  };
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}
