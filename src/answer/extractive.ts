/**
 * An answer without a model: the passages that fit a question best, quoted as
 * they stand in the documents, and labelled as such.
 *
 * @module
 */

import type { PackedIndex } from "../index/packed_index.ts";
import { placeName } from "../search/place_name.ts";
import type { Hit, SearchResult } from "../search/search.ts";
import { detectLanguage } from "../text/detect_language.ts";
import { shownPassage } from "./shown_passage.ts";

/** A section that an answer rests on. */
export interface Source extends
  Pick<
    Hit,
    | "id"
    | "path"
    | "anchor"
    | "title"
    | "heading_path"
    | "url"
    | "start_line"
    | "end_line"
    | "score"
  > {
  /** From 1; the `[n]` of the answer. */
  number: number;
}

/** An answer and what it rests on. */
export interface Answer {
  question: string;
  answer: string;
  /** How it came about; `extractive`: quoted, no model wrote it. */
  mode: "extractive";
  /** Best first; none when nothing was found. */
  sources: Source[];
  /** Mean of the sources' scores, 4 decimals; 0 without sources. No probability. */
  relevance_score: number;
}

/** The language to answer in. */
export type AnswerLanguage = "ja" | "en";

const WORDS = {
  ja: {
    nothing: "申し訳ございません。関連する情報が見つかりませんでした。",
    label:
      "(モデルによる回答ではありません。質問に最も近い箇所をそのまま引用します。)",
    lines: (from: number, to: number) => `${from}–${to} 行`,
  },
  en: {
    nothing: "Sorry, nothing related was found in the documents.",
    label:
      "(No model wrote this. These are the passages that fit the question best, as they stand.)",
    lines: (from: number, to: number) => `lines ${from}–${to}`,
  },
};

/** The language of a question: Japanese if it is in Japanese, else English. */
export function answerLanguage(question: string): AnswerLanguage {
  return detectLanguage(question) === "ja" ? "ja" : "en";
}

/**
 * Quotes the best passage of each hit.
 *
 * @param index the index that was searched
 */
export function extractiveAnswer(
  index: PackedIndex,
  { query, hits }: Pick<SearchResult, "query" | "hits">,
): Answer {
  const words = WORDS[answerLanguage(query)];
  const quotes = hits.map((hit, at) => {
    const [best] = hit.passages;
    const place = `${hit.path}, ${words.lines(best.start_line, best.end_line)}`;
    const text = shownPassage(index, hit, best).trim();
    return `[${at + 1}] ${placeName(hit)} (${place})\n\n${text}`;
  });
  return {
    question: query,
    answer: hits.length === 0
      ? words.nothing
      : [words.label, ...quotes].join("\n\n"),
    mode: "extractive",
    sources: hits.map(source),
    relevance_score: meanScore(hits),
  };
}

function source(hit: Hit, at: number): Source {
  const { id, path, anchor, title, heading_path, url } = hit;
  const { start_line, end_line, score } = hit;
  return {
    number: at + 1,
    ...{ id, path, anchor, title, heading_path, url },
    ...{ start_line, end_line, score },
  };
}

function meanScore(hits: readonly Hit[]): number {
  if (hits.length === 0) return 0;
  const sum = hits.reduce((sum, { score }) => sum + score, 0);
  return Number((sum / hits.length).toFixed(4));
}
