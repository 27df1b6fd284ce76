import type { Region } from "../files/region.ts";
import { UserError } from "../user_error.ts";
import type { PiecesMemory } from "./_pieces_memory.ts";
import type { UnigramTokenizer } from "./unigram_tokenizer.ts";

const MAGIC = 0x314c4a53; // "SJL1"
const VERSION = 1;
const HEADER_BYTES = 16;
/** Maximum words of a query that are compared: those with the greatest weight. */
const MAX_QUERY_WORDS = 32;
/** Maximum pieces whose cosines with the query's words are cached during a query. */
const MAX_CACHED_PIECES = 8192;
/** Fixed-point scale: a component of 1 as a 16-bit integer; see `pieces.wat`. */
const FIXED_POINT_ONE = 16383;
/** Cosine that unrelated words have; up to here a word counts as not covered. */
const BASELINE_COSINE = 0.1;

/**
 * Kinds of pieces: the start of a Latin word, its continuation, and pieces that are
 * not compared (punctuation, digits). Kind 3, a word by itself, needs no name.
 */
const WORD_START = 1, WORD_CONTINUATION = 2, NOT_COMPARED = 0;

/** A word of a query: the pieces of a Latin word together, otherwise a single piece. */
export interface QueryWord {
  /** In the tokenizer's normal form: NFKC, spaces as U+2581. */
  text: string;
  /** Norm of its vector in the table, which grows with how much the word means: `in` 0.3, `証明書` 1.3. */
  norm: number;
  /** Surprisal in nats (-ln p) by the tokenizer's unigram model: `the` 7, `table` 12, `kubectl` 33. */
  surprise: number;
  /** Weight in {@linkcode coverage}, which the caller of `setQuery` computes. */
  weight: number;
}

/**
 * Measures how well a text covers the words of a query: for each query word, the
 * highest cosine with any word of the text; `coverage` is their weighted mean. This
 * is late interaction (MaxSim of ColBERT, Khattab and Zaharia 2020), but with static
 * word vectors instead of contextual ones. One vector per text averages its words
 * away; this finds that `certificate` occurs, or 証明書, or something similar.
 *
 * The layout of the table is in `static_ja_en/recipe/late_interaction.py`; it is
 * read whole (2 MB).
 */
export class LateInteraction {
  readonly #tokenizer: UnigramTokenizer;
  readonly #memory: PiecesMemory;
  readonly #kinds: number;
  readonly #dim: number;
  /** Address of the result of `cosines`, `f32[MAX_QUERY_WORDS]`. */
  readonly #out: number;
  /** Address of one word's vector, `f32[dim]`. */
  readonly #vector: number;
  #words: QueryWord[] = [];

  /**
   * @param table An `SJL1` file.
   * @throws {UserError} when the table is not such a file, is truncated, or
   * belongs to another tokenizer.
   */
  constructor(table: Region, tokenizer: UnigramTokenizer) {
    if (table.size < HEADER_BYTES) throw damaged("it is too short");
    const header = new DataView(table.read(0, HEADER_BYTES).buffer);
    const field = (i: number) => header.getUint32(4 * i, true);
    if (field(0) !== MAGIC || field(1) !== VERSION) {
      throw damaged("it is not an SJL1 file of version 1");
    }
    const pieces = field(2), dim = this.#dim = field(3);
    if (pieces !== tokenizer.size) {
      throw damaged("it does not belong to the tokenizer");
    }
    const kindBytes = (pieces + 3) & ~3;
    const expected = HEADER_BYTES + kindBytes + 4 * pieces + pieces * dim / 2;
    if (dim % 32 !== 0 || table.size !== expected) {
      throw damaged(`it has ${table.size} bytes, not ${expected}`);
    }
    this.#tokenizer = tokenizer;
    const memory = this.#memory = tokenizer.memory, { wasm } = memory;
    const file = memory.allocate(table.size);
    table.readInto(0, memory.bytes(file, table.size));
    this.#kinds = wasm.kinds.value = file + HEADER_BYTES;
    wasm.scales.value = this.#kinds + kindBytes;
    wasm.rows.value = wasm.scales.value + 4 * pieces;
    wasm.dim.value = dim;
    wasm.sum.value = memory.allocate(4 * dim);
    wasm.words.value = memory.allocate(4 * dim * MAX_QUERY_WORDS);
    wasm.steps.value = memory.allocate(2 * dim * MAX_QUERY_WORDS);
    wasm.row.value = memory.allocate(2 * dim);
    wasm.memo.value = memory.allocate(4 * pieces);
    wasm.known.value = memory.allocate(
      4 * MAX_QUERY_WORDS * (MAX_CACHED_PIECES + 1),
    );
    wasm.room.value = MAX_CACHED_PIECES;
    this.#out = memory.allocate(4 * MAX_QUERY_WORDS);
    this.#vector = memory.allocate(4 * dim);
  }

  /**
   * Sets the query that `cosines` compares texts with.
   *
   * @param weigh Returns the weight of a word.
   * @returns Its distinct words, by descending weight, at most 32.
   */
  setQuery(query: string, weigh: (word: QueryWord) => number): QueryWord[] {
    const { wasm } = this.#memory;
    const found = this.#queryWords(query, weigh)
      .sort((a, b) => b.word.weight - a.word.weight)
      .slice(0, MAX_QUERY_WORDS);
    wasm.wide.value = (found.length + 3) & ~3;
    const { buffer } = wasm.memory, size = this.#dim * wasm.wide.value;
    const words = new Float32Array(buffer, wasm.words.value, size).fill(0);
    const steps = new Int16Array(buffer, wasm.steps.value, size).fill(0);
    found.forEach(({ vector }, at) => {
      words.set(vector, at * this.#dim);
      steps.set(
        vector.map((it) => Math.round(it * FIXED_POINT_ONE)),
        at * this.#dim,
      );
    });
    wasm.begin(this.#tokenizer.size);
    return this.#words = found.map(({ word }) => word);
  }

  /**
   * Compares a text with the query's words, in the order that `setQuery` returned.
   *
   * @returns `Float32Array[words]`: for each the highest cosine with a word of the
   * text, at least 0. Valid until the next call.
   */
  cosines(text: string): Float32Array {
    const { pairs } = this.#tokenizer.pieces(text);
    const { wasm } = this.#memory;
    this.#memory.bytes(this.#out, 4 * MAX_QUERY_WORDS).fill(0);
    const { byteOffset, byteLength } = pairs;
    wasm.cover(byteOffset, byteOffset + byteLength, this.#out);
    return new Float32Array(wasm.memory.buffer, this.#out, this.#words.length);
  }

  /** Whether the tokenizer's vocabulary contains a Latin word as a single piece. */
  isCommon(word: string): boolean {
    return this.#tokenizer.pieces(word).pairs.length === 2;
  }

  #queryWords(
    query: string,
    weigh: (word: QueryWord) => number,
  ): { word: QueryWord; vector: Float32Array }[] {
    const { wasm } = this.#memory;
    const { normal, pairs } = this.#tokenizer.pieces(query);
    const { size } = this.#tokenizer;
    const kinds = this.#memory.bytes(this.#kinds, size);
    const scores = new Float32Array(
      wasm.memory.buffer,
      wasm.scores.value,
      size,
    );
    const found = new Map<string, { word: QueryWord; vector: Float32Array }>();
    for (let at = 0, end = 0; at < pairs.length; at = end) {
      const kind = kinds[pairs[at]!];
      end = at + 2;
      if (kind === NOT_COMPARED) continue;
      while (
        (kind === WORD_START || kind === WORD_CONTINUATION) &&
        end < pairs.length &&
        kinds[pairs[end]!] === WORD_CONTINUATION
      ) end += 2;
      let text = "";
      for (let i = at === 0 ? 0 : pairs[at - 1]!; i < pairs[end - 1]!; i++) {
        text += String.fromCharCode(normal[i]!);
      }
      // Characters that are in no piece may precede the word, up to its space.
      text = text.replace(/^.*▁/s, "");
      if (found.has(text)) continue;
      const { byteOffset } = pairs;
      const norm = wasm.vector(
        byteOffset + 4 * at,
        byteOffset + 4 * end,
        this.#vector,
      );
      const vector = new Float32Array(
        wasm.memory.buffer,
        this.#vector,
        this.#dim,
      ).slice();
      let surprise = 0;
      for (let i = at; i < end; i += 2) surprise -= scores[pairs[i]!]!;
      const word = { text, norm, surprise, weight: 0 };
      word.weight = weigh(word);
      found.set(text, { word, vector });
    }
    return [...found.values()];
  }
}

/**
 * Weighted mean of the cosines of a query's words, each rescaled so that
 * `BASELINE_COSINE` is 0. From 0 to 1; 0 when all weights are 0.
 */
export function coverage(
  words: readonly { weight: number }[],
  cosines: Float32Array,
): number {
  let sum = 0, all = 0;
  words.forEach(({ weight }, at) => {
    all += weight;
    sum += weight *
      Math.max(0, (cosines[at]! - BASELINE_COSINE) / (1 - BASELINE_COSINE));
  });
  return all > 0 ? sum / all : 0;
}

function damaged(why: string): UserError {
  return new UserError(
    `the table for comparing words cannot be used: ${why}`,
    "Download or build this program again, or restore src/embed/static_ja_en/late-ja-en-96.bin.",
  );
}
