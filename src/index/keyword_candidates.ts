import { LENGTHS } from "./document_length.ts";
import type { PackedIndex, Postings } from "./packed_index.ts";
import { TopK } from "./top_k.ts";
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
  path: number;
  /** Share of the whole section's score that each of its passages gets. */
  section: number;
}

/** Terms that one prefix may stand for. */
const PREFIX_TERMS = 256;

/** BM25's length part, k1 (1 - b + b length / average), by length byte. */
type Norms = Float32Array;

/**
 * Ranks passages by the words of a query.
 *
 * idf = ln(1 + (N - df + 0.5) / (df + 0.5)) over passages, as Lucene has it.
 * Nothing is prepared that costs a step for each passage of the index: a cold
 * search runs before any code is compiled and has time for few.
 */
export class KeywordCandidates {
  readonly #index: PackedIndex;
  readonly #weights: KeywordWeights;
  /** Weighted frequency that a count byte stands for, in passages and in sections. */
  readonly #passageWeight = new Float32Array(256);
  readonly #sectionWeight = new Float32Array(256);
  readonly #norms: Norms;
  readonly #passageScores: Float32Array;
  readonly #sectionScores: Float32Array;
  /** Length part of each section met so far; 0 = not met yet. */
  readonly #sectionNorms: Float32Array;

  constructor(index: PackedIndex, weights: KeywordWeights) {
    this.#index = index;
    this.#weights = weights;
    const { body, code, headings, title, path, k1, b } = weights;
    for (let count = 0; count < 256; count++) {
      const low = count & 7, middle = count >> 3 & 7, high = count >> 6;
      this.#passageWeight[count] = body * low + code * middle + headings * high;
      this.#sectionWeight[count] = path * low + title * high;
    }
    const { passages, sections } = index.info;
    const average = index.averageLength;
    this.#norms = LENGTHS.map((it) => k1 * (1 - b + b * it / average));
    this.#passageScores = new Float32Array(passages);
    this.#sectionScores = new Float32Array(sections);
    this.#sectionNorms = new Float32Array(sections);
  }

  /**
   * The best passages: highest score first, of equals the lower number first.
   *
   * @param allowed Only these passages.
   */
  find(
    terms: QueryTerm[],
    limit: number,
    allowed?: (passage: number) => boolean,
  ): [passage: number, score: number][] {
    const touched: number[] = [];
    try {
      for (const term of terms) this.#addTerm(term, touched);
    } catch (error) {
      // A damaged part: the next query must not find half of this one's scores.
      this.#best(touched, 1);
      throw error;
    }
    return this.#best(touched, limit, allowed);
  }

  #addTerm({ term, count, prefix }: QueryTerm, touched: number[]): void {
    const entries = this.#entries(term, prefix);
    let frequency = 0;
    for (const entry of entries) {
      frequency += Math.max(entry.passages, entry.sections);
    }
    const gain = this.#idf(frequency) * count * (this.#weights.k1 + 1);
    for (const entry of entries) {
      const { passages, sections } = this.#index.postings(entry);
      this.#score(passages, sections, gain, touched);
    }
  }

  #entries(term: string, prefix: boolean): TermEntry[] {
    if (prefix) return this.#index.termsWithPrefix(term, PREFIX_TERMS);
    const entry = this.#index.term(term);
    return entry === undefined ? [] : [entry];
  }

  #idf(frequency: number): number {
    const passages = this.#index.info.passages;
    const df = Math.min(frequency, passages);
    return Math.log(1 + (passages - df + 0.5) / (df + 0.5));
  }

  /**
   * Adds one term's part to the scores, section by section.
   *
   * @param touched Sections that have a score, each once.
   */
  #score(
    passages: Postings,
    sections: Postings,
    gain: number,
    touched: number[],
  ): void {
    const first = this.#index.sectionPassages;
    const lengths = this.#index.passageLengths;
    const weight = this.#passageWeight, norms = this.#norms;
    const scores = this.#passageScores;
    const { items, counts } = passages;
    let i = 0, j = 0, section = -1;
    while (i < items.length || j < sections.items.length) {
      // The next section that either list names.
      const named = j < sections.items.length ? sections.items[j] : Infinity;
      const isNext = i < items.length &&
        (named === Infinity || items[i] < first[named]);
      section = isNext ? sectionFrom(first, section, items[i]) : named;
      const context = section === named
        ? this.#sectionWeight[sections.counts[j++]]
        : 0;
      let p = context > 0 ? first[section] : items[i];
      const end = first[section + 1];
      let total = context;
      while (p < end) {
        let tf = context;
        if (items[i] === p) {
          const own = weight[counts[i++]];
          tf += own;
          total += own;
        }
        scores[p] += gain * tf / (tf + norms[lengths[p]]);
        // Without context only the passages that are listed have the term.
        p = context > 0 ? p + 1 : i < items.length ? items[i] : end;
      }
      if (this.#sectionScores[section] === 0) touched.push(section);
      this.#sectionScores[section] += gain * total /
        (total + this.#sectionNorm(section));
    }
  }

  /** Takes the scores out of the work space and leaves it empty. */
  #best(
    touched: number[],
    limit: number,
    allowed?: (passage: number) => boolean,
  ): [passage: number, score: number][] {
    const first = this.#index.sectionPassages;
    const scores = this.#passageScores;
    const top = new TopK(limit);
    let threshold = -Infinity;
    for (const section of touched) {
      const support = this.#weights.section * this.#sectionScores[section];
      this.#sectionScores[section] = 0;
      for (let p = first[section]; p < first[section + 1]; p++) {
        if (scores[p] === 0) continue;
        const score = scores[p] + support;
        scores[p] = 0;
        if (score < threshold) continue;
        if (allowed !== undefined && !allowed(p)) continue;
        top.push(p, score);
        threshold = top.threshold;
      }
    }
    return top.drain();
  }

  #sectionNorm(section: number): number {
    const known = this.#sectionNorms[section];
    if (known > 0) return known;
    const first = this.#index.sectionPassages;
    const { passages, sections } = this.#index.info;
    const { k1, b } = this.#weights;
    let length = 0;
    for (let p = first[section]; p < first[section + 1]; p++) {
      length += this.#index.passageLength(p);
    }
    const average = this.#index.averageLength * passages / sections;
    const norm = k1 * (1 - b + b * length / average);
    this.#sectionNorms[section] = norm;
    return norm;
  }
}

/**
 * The section that holds a passage, sought from a section before it in steps
 * that double: lists name sections near each other.
 */
function sectionFrom(
  first: Uint32Array,
  from: number,
  passage: number,
): number {
  const last = first.length - 2;
  let low = Math.max(0, from), step = 1;
  while (low + step <= last && first[low + step] <= passage) {
    low += step;
    step *= 2;
  }
  let high = Math.min(last, low + step - 1);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (first[middle] <= passage) low = middle;
    else high = middle - 1;
  }
  return low;
}
