import { Bm25 } from "./bm25.ts";
import { LENGTHS } from "./document_length.ts";
import type { PackedIndex } from "./packed_index.ts";
import type { TermEntry } from "./term_dictionary.ts";

/** A term of a query. */
export interface QueryTerm {
  term: string;
  /** Its frequency in the query. */
  count: number;
  /** Whether it matches every term that begins with it. */
  prefix: boolean;
}

/**
 * Parameters of BM25F (Robertson, Zaragoza, Taylor 2004): the occurrences of a term
 * are weighted by field and added before saturation.
 */
export interface KeywordWeights {
  /** Saturation; the default of Lucene and Orama is 1.2. */
  k1: number;
  /** Length normalisation, 0 to 1; the usual value is 0.75. */
  b: number;
  body: number;
  code: number;
  /** Weight of headings below h2 of a passage. */
  headings: number;
  /** Weight of the document's title. */
  title: number;
  /** Weight of the section's headings (h1, h2). */
  headingPath: number;
  /** Weight of the document's file path. */
  file: number;
  /** Share of the section's score that is added to each of its passages'. */
  section: number;
}

/** Maximum terms that a prefix matches. */
const MAX_PREFIX_TERMS = 256;

/** Ranks passages by the terms of a query. */
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
    // The three counts in a byte, see `packCounts` and, for sections, `BODY`.
    for (let count = 0; count < 256; count++) {
      const low = count & 7, middle = count >> 3 & 7, high = count >> 6;
      passageWeights[count] = body * low + code * middle + headings * high;
      sectionWeights[count] = headingPath * low + file * middle + title * high;
    }
    const floor = k1 * (1 - b), slope = k1 * b / index.averageLength;
    this.#bm25 = new Bm25({
      first: withExpansions(index),
      lengths: index.passageLengths,
      norms: LENGTHS.map((length) => floor + slope * length),
      passageWeights,
      sectionWeights,
      floor,
    });
  }

  /**
   * The best passages: highest score first, of equal scores the lower number first.
   *
   * @param allowed Filter; default: all passages.
   * @throws {UserError} when a part of the index is damaged
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
      // Also after an error: scores must not leak into the next query.
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

/** The first passage of each section, and each expansion as a section of its own: headings do not count for it. */
function withExpansions(
  { sectionPassages, expansionSections }: PackedIndex,
): Uint32Array {
  if (expansionSections.length === 0) return sectionPassages;
  const first = new Uint32Array(
    sectionPassages.length + expansionSections.length,
  );
  first.set(sectionPassages);
  const passages = sectionPassages.at(-1)!;
  expansionSections.forEach((_, at) => {
    first[sectionPassages.length + at] = passages + at + 1;
  });
  return first;
}

/** The dictionary entries that a query term matches. */
export function termEntries(
  index: PackedIndex,
  { term, prefix }: Pick<QueryTerm, "term" | "prefix">,
): TermEntry[] {
  if (prefix) return index.termsWithPrefix(term, MAX_PREFIX_TERMS);
  const entry = index.term(term);
  return entry === undefined ? [] : [entry];
}

/** idf = ln(1 + (N - df + 0.5) / (df + 0.5)), as in Lucene, with N passages and expansions; several entries count as one term. */
export function inverseFrequency(
  index: PackedIndex,
  entries: TermEntry[],
): number {
  const all = index.info.passages + index.expansionSections.length;
  let frequency = 0;
  for (const { passages, sections } of entries) {
    frequency += Math.max(passages, sections);
  }
  const df = Math.min(frequency, all);
  return Math.log(1 + (all - df + 0.5) / (df + 0.5));
}
