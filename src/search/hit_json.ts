/**
 * Hits and results of a search as JSON: `docs search --json`, and the data of
 * the tool `search_docs`.
 *
 * @module
 */

import type { Correction } from "./correct_spelling.ts";
import type { Explanation, Hit } from "./hit.ts";
import { noWord } from "./no_word.ts";
import type { SearchResult } from "./search.ts";

/** A {@linkcode Hit} as JSON. */
export interface HitJson {
  rank: number;
  id: string;
  path: string;
  anchor: string;
  title: string;
  heading_path: string[];
  url: string;
  score: number;
  keyword_rank: number | null;
  vector_rank: number | null;
  /** How many passages of the section were found. */
  child_count: number;
  start_line: number;
  end_line: number;
  snippet: string;
  /** The best of them, best first; each text is a slice of the source. */
  passages: { start_line: number; end_line: number; text: string }[];
  explain?: Explanation;
}

/** A section near the query that scored too low to be a hit. */
export type NearestJson = Pick<
  HitJson,
  "id" | "path" | "title" | "heading_path" | "url" | "score"
>;

/** A {@linkcode SearchResult} as JSON. */
export interface SearchResultJson {
  query: string;
  /** All phrasings, where there were several. */
  phrasings?: string[];
  took_ms: number;
  index: SearchResult["index"];
  corrections?: Correction[];
  hits: HitJson[];
  nearest?: NearestJson[];
  /** The error for a query without any term. */
  error?: string;
}

/** A hit as JSON. */
export function hitJson(hit: Hit): HitJson {
  return {
    rank: hit.rank,
    id: hit.id,
    path: hit.path,
    anchor: hit.anchor,
    title: hit.title,
    heading_path: hit.headingPath,
    url: hit.url,
    score: hit.score,
    keyword_rank: hit.keywordRank,
    vector_rank: hit.vectorRank,
    child_count: hit.foundCount,
    start_line: hit.startLine,
    end_line: hit.endLine,
    snippet: hit.snippet.text,
    passages: hit.passages.map(({ startLine, endLine, text }) => ({
      start_line: startLine,
      end_line: endLine,
      text,
    })),
    ...hit.explain && { explain: hit.explain },
  };
}

/** A section near the query as JSON. */
export function nearestJson(hit: Hit): NearestJson {
  const { id, path, title, headingPath, url, score } = hit;
  return { id, path, title, heading_path: headingPath, url, score };
}

/** The answer to a query as JSON. */
export function searchResultJson(
  { query, phrasings, searched, tookMs, index, corrections, hits, nearest }:
    SearchResult,
): SearchResultJson {
  return {
    query,
    ...phrasings && { phrasings },
    took_ms: tookMs,
    index,
    ...corrections && { corrections },
    hits: hits.map(hitJson),
    ...nearest && { nearest: nearest.map(nearestJson) },
    ...searched.terms.length === 0 && { error: noWord(query) },
  };
}
