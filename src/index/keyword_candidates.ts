import { Bm25 } from "./bm25.ts";
import { LENGTHS } from "./document_length.ts";
import type { PackedIndex } from "./packed_index.ts";
import type { TermEntry } from "./term_dictionary.ts";

/** A term of a query. */
export interface QueryTerm {
  term: string;
  /** How often the query has it. */
  count: number;
  /** Whether it stands for every term that begins with it. */
  prefix: boolean;
}

/**
 * Weights of the keyword side: BM25F (Robertson, Zaragoza, Taylor 2004), where
 * the occurrences of a term are weighted by field and added before they
 * saturate.
 */
export interface KeywordWeights {
  /** Saturation; Lucene's and Orama's usual 1.2. */
  k1: number;
  /** Length normalisation; the usual 0.75. */
  b: number;
  body: number;
  code: number;
  /** Headings below h2 that a passage stands under. */
  headings: number;
  /** Title of the document. */
  title: number;
  /** Headings h1 and h2 of the section. */
  headingPath: number;
  /** Path of the document's file. */
  file: number;
  /** Share of the whole section's score that each of its passages gets. */
  section: number;
}

/** Terms that one prefix may stand for. */
const PREFIX_TERMS = 256;

/** Ranks passages by the words of a query. */
export class KeywordCandidates {
  readonly #index: PackedIndex;
  readonly #weights: KeywordWeights;
  readonly #bm25: Bm25;

  constructor(index: PackedIndex, weights: KeywordWeights) {
    this.#index = index;
    this.#weights = weights;
    const { body, code, headings, title, headingPath, file, k1, b } = weights;
    const passageWeights = new Float32Array(256);
    const sectionWeights = new Float32Array(256);
    for (let count = 0; count < 256; count++) {
      const low = count & 7, middle = count >> 3 & 7, high = count >> 6;
      passageWeights[count] = body * low + code * middle + headings * high;
      sectionWeights[count] = headingPath * low + file * middle + title * high;
    }
    const floor = k1 * (1 - b), slope = k1 * b / index.averageLength;
    this.#bm25 = new Bm25({
      first: index.sectionPassages,
      lengths: index.passageLengths,
      norms: LENGTHS.map((length) => floor + slope * length),
      passageWeights,
      sectionWeights,
      floor,
    });
  }

  /**
   * The best passages: highest score first, of equals the lower number first.
   *
   * @param allowed Only these passages.
   */
  find(
    terms: readonly QueryTerm[],
    limit: number,
    allowed?: (passage: number) => boolean,
  ): [passage: number, score: number][] {
    try {
      for (const term of terms) this.#add(term);
      return this.#bm25.best(this.#weights.section, limit, allowed);
    } finally {
      // Also after a damaged part: the next query must find nothing of this one.
      this.#bm25.clear();
    }
  }

  #add(term: QueryTerm): void {
    const entries = termEntries(this.#index, term);
    const gain = inverseFrequency(this.#index, entries) * term.count *
      (this.#weights.k1 + 1);
    for (const entry of entries) {
      this.#bm25.score(this.#index.postings(entry), entry, gain);
    }
  }
}

/** The dictionary's entries that a term of a query stands for. */
export function termEntries(
  index: PackedIndex,
  { term, prefix }: Pick<QueryTerm, "term" | "prefix">,
): TermEntry[] {
  if (prefix) return index.termsWithPrefix(term, PREFIX_TERMS);
  const entry = index.term(term);
  return entry === undefined ? [] : [entry];
}

/** idf = ln(1 + (N - df + 0.5) / (df + 0.5)) over passages, as Lucene has it. */
export function inverseFrequency(
  index: PackedIndex,
  entries: TermEntry[],
): number {
  const all = index.info.passages;
  let frequency = 0;
  for (const { passages, sections } of entries) {
    frequency += Math.max(passages, sections);
  }
  const df = Math.min(frequency, all);
  return Math.log(1 + (all - df + 0.5) / (df + 0.5));
}
