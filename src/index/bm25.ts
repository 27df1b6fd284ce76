import { BM25_WASM } from "./_bm25_wasm.ts";
import { instantiate } from "../instantiate.ts";
import { topItems } from "./top_items.ts";

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
  | "sectionOf"
  | "lengths"
  | "norms"
  | "passageWeights"
  | "sectionWeights"
  | "scores"
  | "sectionScores"
  | "sectionNorms"
  | "touched"
  | "found"
  | "buckets";

type Exports =
  & Record<Table | "last" | "floor" | "ratio" | "count", WebAssembly.Global>
  & {
    memory: WebAssembly.Memory;
    score(
      passages: number,
      passageCount: number,
      sections: number,
      sectionCount: number,
      gain: number,
    ): void;
    number(): void;
    gather(share: number): number;
    select(count: number, limit: number): number;
  };

/**
 * Scores passages by posting lists, in WebAssembly: a cold search has thousands
 * of postings to go through before any code of ours is compiled, a query over
 * 100,000 passages has a million.
 */
export class Bm25 {
  readonly #wasm: Exports;
  /** Bytes of the scores of passages and, right behind them, of sections. */
  readonly #scoreBytes: number;
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
    place("sectionOf", 4 * passages);
    place("buckets", 1024);
    place("scores", 4 * passages);
    place("sectionScores", 4 * sections);
    this.#scoreBytes = at - wasm.scores.value;
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
    if (sections > 0) wasm.number();
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
    let count = wasm.gather(share);
    const { buffer } = wasm.memory;
    const found = wasm.found.value;
    if (allowed !== undefined) {
      count = keepAllowed(new Uint32Array(buffer, found, 2 * count), allowed);
    }
    count = wasm.select(count, limit);
    const scores = new Float32Array(buffer, found, 2 * count);
    return topItems(
      new BigUint64Array(buffer, found, count),
      limit,
      (_, at) => scores[2 * at + 1]!,
    );
  }

  /** Forgets the scores, for the next query. */
  clear(): void {
    const { memory, scores, count } = this.#wasm;
    new Uint8Array(memory.buffer, scores.value, this.#scoreBytes).fill(0);
    count.value = 0;
  }

  #reserve(postingBytes: number): void {
    const { memory } = this.#wasm;
    const missing = this.#postings + postingBytes - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
  }
}

/** Leaves of what `gather` wrote the passages that are allowed; returns how many. */
function keepAllowed(
  words: Uint32Array,
  allowed: (passage: number) => boolean,
): number {
  let kept = 0;
  for (let i = 0; i < words.length; i += 2) {
    if (!allowed(~words[i]! >>> 0)) continue;
    words[kept++] = words[i]!;
    words[kept++] = words[i + 1]!;
  }
  return kept / 2;
}
