import { BM25_WASM } from "./_bm25_wasm.ts";
import { instantiate } from "../instantiate.ts";
import { topItems } from "./top_items.ts";

/** Tables from which scores are computed; see `bm25.wat`. */
export interface Bm25Tables {
  /** `u32[sections + 1]`: number of each section's first passage. */
  first: Uint32Array;
  /** `u8[passages]`: length byte of each passage, see `lengthToByte`. */
  lengths: Uint8Array;
  /** `f32[256]`: k1 (1 - b + b length / average) by length byte. */
  norms: Float32Array;
  /** `f32[256]`: weighted term frequency by count byte of a passage posting. */
  passageWeights: Float32Array;
  /** `f32[256]`: the same for section postings. */
  sectionWeights: Float32Array;
  /** k1 (1 - b): the norm of length 0. */
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
 * Scores passages by BM25F from posting lists, in WebAssembly: a cold search reads
 * thousands of postings before the engine has optimised any JavaScript, and a query
 * over 100,000 passages a million.
 */
export class Bm25 {
  readonly #wasm: Exports;
  /** Bytes of the scores of passages and, directly after them, of sections. */
  readonly #scoreBytes: number;
  /** Address of the current posting lists; the end of the tables. */
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
   * Adds the contribution of a term to the scores.
   *
   * @param postings Its passage list, of `passageBytes` bytes, then its section list.
   * The second argument has the lengths of both lists in postings.
   * @param gain idf (k1 + 1), times the frequency of the term in the query.
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
   * The best passages, highest score first, of equal scores the lower number first.
   *
   * @param share Share of its section's score that is added to a passage's.
   * @param allowed Filter; default: all passages.
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

  /** Resets the scores for the next query. */
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

/** Removes from the keys that `gather` wrote the passages that are not allowed; returns how many remain. */
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
