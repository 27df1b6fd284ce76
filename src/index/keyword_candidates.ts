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

/** Work space and tables of an index, made once. */
interface Tables {
  sectionOf: Uint32Array;
  passageNorms: Float32Array;
  sectionNorms: Float32Array;
  passageScores: Float32Array;
  sectionScores: Float32Array;
}

/**
 * Ranks passages by the words of a query.
 *
 * idf = ln(1 + (N - df + 0.5) / (df + 0.5)) over passages, as Lucene has it.
 */
export class KeywordCandidates {
  readonly #index: PackedIndex;
  readonly #weights: KeywordWeights;
  #tables?: Tables;

  constructor(index: PackedIndex, weights: KeywordWeights) {
    this.#index = index;
    this.#weights = weights;
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
    const tables = this.#tables ??= this.#prepare();
    const touched: number[] = [];
    for (const { term, count, prefix } of terms) {
      const entries = this.#entries(term, prefix);
      let frequency = 0;
      for (const entry of entries) {
        frequency += Math.max(entry.passages, entry.sections);
      }
      const idf = this.#idf(frequency);
      for (const entry of entries) {
        const { passages, sections } = this.#index.postings(entry);
        this.#score(passages, sections, idf * count, tables, touched);
      }
    }
    const top = new TopK(limit);
    const { sectionOf, passageScores, sectionScores } = tables;
    for (const passage of touched) {
      if (allowed === undefined || allowed(passage)) {
        const support = sectionScores[sectionOf[passage]];
        top.push(
          passage,
          passageScores[passage] + this.#weights.section * support,
        );
      }
    }
    for (const passage of touched) {
      passageScores[passage] = 0;
      sectionScores[sectionOf[passage]] = 0;
    }
    return top.drain();
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

  /** Adds one term's part to the scores, section by section. */
  #score(
    passages: Postings,
    sections: Postings,
    idf: number,
    tables: Tables,
    touched: number[],
  ): void {
    const { sectionOf, passageScores, sectionScores } = tables;
    const { passageNorms, sectionNorms } = tables;
    const first = this.#index.sectionPassages;
    const { body, code, headings, title, path, k1 } = this.#weights;
    const gain = idf * (k1 + 1);
    const { items, counts } = passages;
    const tf = (count: number) =>
      body * (count & 7) + code * (count >> 3 & 7) + headings * (count >> 6);
    const add = (passage: number, tf: number) => {
      if (passageScores[passage] === 0) touched.push(passage);
      passageScores[passage] += gain * tf / (tf + passageNorms[passage]);
    };
    let i = 0, j = 0;
    while (i < items.length || j < sections.items.length) {
      const own = i < items.length ? sectionOf[items[i]] : Infinity;
      const section = Math.min(own, sections.items[j] ?? Infinity);
      let total = 0;
      if (sections.items[j] === section) {
        const count = sections.counts[j++];
        const context = path * (count & 7) + title * (count >> 6);
        total = context;
        for (let p = first[section]; p < first[section + 1]; p++) {
          let own = 0;
          if (items[i] === p) total += own = tf(counts[i++]);
          add(p, context + own);
        }
      } else {
        const end = first[section + 1];
        for (; i < items.length && items[i] < end; i++) {
          const own = tf(counts[i]);
          total += own;
          add(items[i], own);
        }
      }
      sectionScores[section] += gain * total / (total + sectionNorms[section]);
    }
  }

  #prepare(): Tables {
    const index = this.#index, first = index.sectionPassages;
    const { passages, sections } = index.info;
    const { k1, b } = this.#weights;
    const lengths = index.passageLengths;
    const sectionOf = new Uint32Array(passages);
    const passageNorms = new Float32Array(passages);
    const sectionNorms = new Float32Array(sections);
    const average = index.averageLength;
    const sectionAverage = average * passages / Math.max(1, sections);
    for (let section = 0; section < sections; section++) {
      let total = 0;
      for (let p = first[section]; p < first[section + 1]; p++) {
        const length = LENGTHS[lengths[p]];
        total += length;
        sectionOf[p] = section;
        passageNorms[p] = k1 * (1 - b + b * length / average);
      }
      sectionNorms[section] = k1 * (1 - b + b * total / sectionAverage);
    }
    return {
      sectionOf,
      passageNorms,
      sectionNorms,
      passageScores: new Float32Array(passages),
      sectionScores: new Float32Array(sections),
    };
  }
}
