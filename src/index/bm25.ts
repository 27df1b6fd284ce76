import { BM25_WASM } from "./_bm25_wasm.ts";
import { instantiate } from "./_instantiate.ts";
import { TopK } from "./top_k.ts";

/** What the scores are computed from; see `bm25.wat`. */
export interface Bm25Tables {
  /** `u32[sections + 1]`: number of each section's first passage. */
  first: Uint32Array;
  /** Length byte of each passage. */
  lengths: Uint8Array;
  /** `f32[256]`: k1 (1 - b + b length / average) by length byte. */
  norms: Float32Array;
  /** `f32[256]`: weighted frequency by count byte, in passages. */
  passageWeights: Float32Array;
  /** `f32[256]`: the same in the title and path of sections. */
  sectionWeights: Float32Array;
  /** k1 (1 - b). */
  floor: number;
}

type Table =
  | "first"
  | "lengths"
  | "norms"
  | "passageWeights"
  | "sectionWeights"
  | "scores"
  | "sectionScores"
  | "sectionNorms"
  | "touched"
  | "found";

type Exports =
  & Record<Table | "last" | "floor" | "ratio", WebAssembly.Global>
  & {
    memory: WebAssembly.Memory;
    score(
      passages: number,
      passageCount: number,
      sections: number,
      sectionCount: number,
      gain: number,
    ): void;
    highest(share: number): number;
    collect(share: number, least: number): number;
    clear(): void;
  };

/**
 * Scores passages by posting lists, in WebAssembly: a cold search has thousands
 * of postings to go through before any code of ours is compiled, a query over
 * 100,000 passages has a million.
 */
export class Bm25 {
  readonly #wasm: Exports;
  /** Where posting lists are put; the end of the tables. */
  readonly #postings: number;

  constructor(tables: Bm25Tables) {
    const wasm = this.#wasm = instantiate<Exports>(BM25_WASM);
    const passages = tables.lengths.length, sections = tables.first.length - 1;
    let at = 0;
    const place = (table: Table, bytes: number) => {
      wasm[table].value = at;
      at = (at + bytes + 15) & ~15;
    };
    place("first", tables.first.byteLength);
    place("lengths", passages);
    for (const it of ["norms", "passageWeights", "sectionWeights"] as const) {
      place(it, 1024);
    }
    place("scores", 4 * passages);
    place("sectionScores", 4 * sections);
    place("sectionNorms", 4 * sections);
    place("touched", 4 * sections);
    place("found", 8 * passages);
    this.#postings = at;
    this.#reserve(0);
    const { buffer } = wasm.memory;
    new Uint32Array(buffer, wasm.first.value).set(tables.first);
    new Uint8Array(buffer, wasm.lengths.value).set(tables.lengths);
    for (const it of ["norms", "passageWeights", "sectionWeights"] as const) {
      new Float32Array(buffer, wasm[it].value).set(tables[it]);
    }
    wasm.last.value = sections - 1;
    wasm.floor.value = tables.floor;
    wasm.ratio.value = sections / passages;
  }

  /**
   * Adds a term's part to the scores.
   *
   * @param postings Its passage list, `passageBytes` long, then its section list.
   * @param gain idf (k1 + 1), times how often the query has the term.
   */
  score(
    postings: Uint8Array,
    { passages, passageBytes, sections }: {
      passages: number;
      passageBytes: number;
      sections: number;
    },
    gain: number,
  ): void {
    this.#reserve(postings.length);
    const at = this.#postings;
    new Uint8Array(this.#wasm.memory.buffer, at).set(postings);
    this.#wasm.score(at, passages, at + passageBytes, sections, gain);
  }

  /**
   * The best passages, highest score first, of equals the lower number first.
   *
   * @param share Of its section's score that a passage gets.
   * @param allowed Only these passages.
   */
  best(
    share: number,
    limit: number,
    allowed?: (passage: number) => boolean,
  ): [passage: number, score: number][] {
    const wasm = this.#wasm;
    const highest = wasm.highest(share);
    if (highest === 0) return [];
    // Few are wanted of many: a bar that is lowered until enough are over it.
    let least = allowed === undefined ? highest / 2 : 0;
    let count = wasm.collect(share, least);
    while (count < limit && least > 0) {
      least = least < highest / 100 ? 0 : least / 2;
      count = wasm.collect(share, least);
    }
    const { buffer } = wasm.memory;
    const items = new Uint32Array(buffer, wasm.found.value, 2 * count);
    const scores = new Float32Array(buffer, wasm.found.value, 2 * count);
    const top = new TopK(limit);
    let threshold = -Infinity;
    for (let i = 0; i < 2 * count; i += 2) {
      const score = scores[i + 1];
      if (score < threshold) continue;
      if (allowed !== undefined && !allowed(items[i])) continue;
      top.push(items[i], score);
      threshold = top.threshold;
    }
    return top.drain();
  }

  /** Forgets the scores, for the next query. */
  clear(): void {
    this.#wasm.clear();
  }

  #reserve(postingBytes: number): void {
    const { memory } = this.#wasm;
    const missing = this.#postings + postingBytes - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
  }
}
