import type { Region } from "../files/region.ts";
import { UserError } from "../user_error.ts";
import type { PiecesMemory } from "./_pieces_memory.ts";
import type { UnigramTokenizer } from "./unigram_tokenizer.ts";

const MAGIC = 0x314c4a53; // "SJL1"
const VERSION = 1;
const HEADER_BYTES = 16;
/** Words of a query that are compared; the weightiest are kept of more. */
const MOST_WORDS = 32;
/** Pieces whose cosines are kept for the length of a query. */
const MOST_KNOWN = 8192;
/** Steps of a component from 0 to 1 where integers are used; see `pieces.wat`. */
const STEPS = 16383;
/** A cosine up to here is what any two words have, and counts as none. */
const FLOOR = 0.1;

/** Kind of a piece: it begins a Latin word, goes on with one, is nothing to compare. */
const BEGINS = 1, GOES_ON = 2, NOTHING = 0;

/** A word of a query, as its pieces make it: a Latin word, else one piece. */
export interface QueryWord {
  /** In the model's normal form. */
  text: string;
  /** Norm of its vector in the table, which grows with how much the word means: `in` 0.3, `証明書` 1.3. */
  norm: number;
  /** Nats of information that it has in any text, by the tokenizer's model: `the` 7, `table` 12, `kubectl` 33. */
  surprise: number;
  /** What it counts in `coverage`; the caller's. */
  weight: number;
}

/**
 * How well a text covers the words of a query: for each of them the nearest
 * word of the text, by the cosine of their vectors, and of these the weighted
 * mean ("late interaction", MaxSim of ColBERT, Khattab and Zaharia 2020, over
 * vectors that know no context). One vector a text blurs; this sees that
 * `certificate` is there, or 証明書, or something near.
 *
 * The layout of the table is in `static_ja_en/recipe/late_interaction.py`; it
 * is read whole (2 MB).
 */
export class LateInteraction {
  readonly #tokenizer: UnigramTokenizer;
  readonly #memory: PiecesMemory;
  readonly #kinds: number;
  readonly #dim: number;
  /** Address of the cosines of the text at hand. */
  readonly #out: number;
  /** Address of the vector of the word at hand. */
  readonly #vector: number;
  #words: QueryWord[] = [];

  /**
   * @throws {UserError} when the table is not such a file, is cut short, or
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
    wasm.words.value = memory.allocate(4 * dim * MOST_WORDS);
    wasm.steps.value = memory.allocate(2 * dim * MOST_WORDS);
    wasm.row.value = memory.allocate(2 * dim);
    wasm.memo.value = memory.allocate(4 * pieces);
    wasm.known.value = memory.allocate(4 * MOST_WORDS * (MOST_KNOWN + 1));
    wasm.room.value = MOST_KNOWN;
    this.#out = memory.allocate(4 * MOST_WORDS);
    this.#vector = memory.allocate(4 * dim);
  }

  /**
   * Sets the query that texts are compared with.
   *
   * @param weigh What a word counts, given it with the length of its vector.
   * @returns Its words, with their weights.
   */
  setQuery(query: string, weigh: (word: QueryWord) => number): QueryWord[] {
    const { wasm } = this.#memory;
    const found = this.#queryWords(query, weigh)
      .sort((a, b) => b.word.weight - a.word.weight)
      .slice(0, MOST_WORDS);
    wasm.wide.value = (found.length + 3) & ~3;
    const { buffer } = wasm.memory, size = this.#dim * wasm.wide.value;
    const words = new Float32Array(buffer, wasm.words.value, size).fill(0);
    const steps = new Int16Array(buffer, wasm.steps.value, size).fill(0);
    found.forEach(({ vector }, at) => {
      words.set(vector, at * this.#dim);
      steps.set(vector.map((it) => Math.round(it * STEPS)), at * this.#dim);
    });
    wasm.begin(this.#tokenizer.size);
    return this.#words = found.map(({ word }) => word);
  }

  /**
   * How a text covers the query's words, in the order that `ask` gave.
   *
   * @returns `Float32Array[words]`, the highest cosine of each; 0 where none is
   * above. Good until the next call.
   */
  cosines(text: string): Float32Array {
    const { pairs } = this.#tokenizer.pieces(text);
    const { wasm } = this.#memory;
    this.#memory.bytes(this.#out, 4 * MOST_WORDS).fill(0);
    const { byteOffset, byteLength } = pairs;
    wasm.cover(byteOffset, byteOffset + byteLength, this.#out);
    return new Float32Array(wasm.memory.buffer, this.#out, this.#words.length);
  }

  /** Whether a Latin word is one that the model's vocabulary has whole. */
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
      if (kind === NOTHING) continue;
      while (
        (kind === BEGINS || kind === GOES_ON) && end < pairs.length &&
        kinds[pairs[end]!] === GOES_ON
      ) end += 2;
      let text = "";
      for (let i = at === 0 ? 0 : pairs[at - 1]!; i < pairs[end - 1]!; i++) {
        text += String.fromCharCode(normal[i]!);
      }
      // Up to the last space is what no piece has, and was left out.
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
 * 0..1: the weighted mean over a query's words of their cosines; 0 where none
 * counts anything.
 */
export function coverage(
  words: readonly { weight: number }[],
  cosines: Float32Array,
): number {
  let sum = 0, all = 0;
  words.forEach(({ weight }, at) => {
    all += weight;
    sum += weight * Math.max(0, (cosines[at]! - FLOOR) / (1 - FLOOR));
  });
  return all > 0 ? sum / all : 0;
}

function damaged(why: string): UserError {
  return new UserError(
    `the table for comparing words cannot be used: ${why}`,
    "Get this program again, or restore src/embed/static_ja_en/late-ja-en-96.bin.",
  );
}
