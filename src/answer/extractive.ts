/**
 * An answer without a model: what answers a question best, quoted as it stands
 * in the documents, and labelled as such.
 *
 * @module
 */

import type { PackedIndex } from "../index/packed_index.ts";
import { placeName } from "../search/place_name.ts";
import type { Hit } from "../search/hit.ts";
import type { Searcher, SearchResult } from "../search/search.ts";
import { type Answer, plainAnswer } from "./answer.ts";
import { bestQuote } from "./best_quote.ts";
import type { Claim } from "./citations/checked_answer.ts";
import { answerLanguage } from "./language.ts";
import { shownPassage } from "./shown_passage.ts";
import { relevanceScore, sourceOf } from "./sources.ts";

const WORDS = {
  ja: {
    label:
      "(モデルによる回答ではありません。質問に最も近い箇所をそのまま引用します。)",
    lines: (from: number, to: number) =>
      from === to ? `${from} 行` : `${from}–${to} 行`,
  },
  en: {
    label:
      "(No model wrote this. These are the passages that fit the question best, as they stand.)",
    lines: (from: number, to: number) =>
      from === to ? `line ${from}` : `lines ${from}–${to}`,
  },
};

/** What is quoted of a hit. */
interface Quote {
  startLine: number;
  endLine: number;
  /** Slice of the document. */
  text: string;
  /** As it is shown: a fence that was cut is closed. */
  shown: string;
  /** 0..1: how it covers the question. */
  coverage: number;
}

/** Quotes that cover less of the question than this share of the best are left out. */
const WORTH_READING = 0.7;

/**
 * Quotes the sentences and code of each hit that answer best.
 *
 * @param result of the search; it has at least one hit
 */
export function extractiveAnswer(
  index: PackedIndex,
  searcher: Searcher,
  question: string,
  { searched, hits: found }: Pick<SearchResult, "searched" | "hits">,
): Answer {
  const words = WORDS[answerLanguage(question)];
  const coverage = searcher.coverage(searched);
  const all = found.map((hit) => ({
    hit,
    quote: quoteOf(index, hit, coverage),
  }));
  const best = Math.max(...all.map(({ quote }) => quote.coverage));
  const texts = all.map(({ quote }) => quote.text);
  const kept = all.filter(({ quote }, at) =>
    quote.coverage >= WORTH_READING * best &&
    // Pages that repeat each other are quoted once.
    texts.indexOf(quote.text) === at
  );
  const hits = kept.map(({ hit }) => hit);
  const quotes = kept.map(({ quote }) => quote);
  const claims = quotes.map(({ startLine, endLine, text }, at): Claim => ({
    text,
    citations: [{
      id: hits[at]!.id,
      path: hits[at]!.path,
      start_line: startLine,
      end_line: endLine,
      quote: text,
    }],
    supported: true,
  }));
  const shown = quotes.map(({ startLine, endLine, shown }, at) =>
    `[${at + 1}] ${placeName(hits[at]!.title, hits[at]!.headingPath)} (${
      hits[at]!.path
    }, ${words.lines(startLine, endLine)})\n\n${shown}`
  );
  return {
    ...plainAnswer(
      question,
      [words.label, ...shown].join("\n\n"),
      "extractive",
    ),
    claims,
    sources: hits.map((hit, at) =>
      sourceOf({ number: at + 1, ...hit }, hit.score)
    ),
    relevance_score: relevanceScore(found),
  };
}

/** The best of a hit's passages that are known. */
function quoteOf(
  index: PackedIndex,
  hit: Hit,
  coverage: (text: string) => number,
): Quote {
  let best: Quote | undefined;
  for (const passage of hit.passages) {
    const found = bestQuote(passage.text, coverage);
    if (!found || best && found.coverage <= best.coverage) continue;
    const start = passage.start + found.start;
    const end = passage.start + found.end;
    const { startLine, endLine } = index.lineSpan(hit.document, start, end);
    best = {
      startLine,
      endLine,
      text: passage.text.slice(found.start, found.end),
      shown: shownPassage(index, hit, passage, { start, end }),
      coverage: found.coverage,
    };
  }
  if (best) return best;
  // Nothing but a heading.
  const [{ startLine, endLine, text }] = hit.passages;
  return { startLine, endLine, text, shown: text.trim(), coverage: 0 };
}
