import type { Region } from "../../src/files/region.ts";
import type { UnigramTokenizer } from "../../src/embed/unigram_tokenizer.ts";

const NOTHING = 0, GOES_ON = 2, ALONE = 3;

/**
 * The cosines of late interaction, as the layout of the table in
 * `late_interaction.py` has them and without any haste.
 */
export class PlainCosines {
  readonly #kinds: Uint8Array;
  readonly #scales: Float32Array;
  readonly #rows: Uint8Array;
  readonly #dim: number;

  constructor(table: Region, readonly tokenizer: UnigramTokenizer) {
    const { size } = tokenizer, padded = Math.ceil(size / 4) * 4;
    this.#dim = new DataView(table.read(12, 4).buffer).getUint32(0, true);
    this.#kinds = table.read(16, size);
    this.#scales = new Float32Array(
      table.read(16 + padded, 4 * size).slice().buffer,
    );
    this.#rows = table.read(16 + padded + 4 * size, size * this.#dim / 2);
  }

  /** The words of a text, each as the ids of its pieces. */
  words(text: string): number[][] {
    const words: number[][] = [];
    let open: number[] | undefined;
    for (const id of this.tokenizer.encode(text)) {
      const kind = this.#kinds[id];
      if (kind === GOES_ON && open !== undefined) {
        open.push(id);
        continue;
      }
      open = undefined;
      if (kind === NOTHING) continue;
      const word = [id];
      words.push(word);
      if (kind !== ALONE) open = word;
    }
    return words;
  }

  /** For each word of a query, the highest cosine with a word of a text; at least 0. */
  cosines(query: number[][], text: string): number[] {
    const others = this.words(text).map((word) => this.#vector(word));
    return query.map((word) => {
      const vector = this.#vector(word);
      return Math.max(0, ...others.map((other) => cosine(vector, other)));
    });
  }

  #vector(word: number[]): number[] {
    return Array.from(
      { length: this.#dim },
      (_, at) => word.reduce((sum, id) => sum + this.#value(id, at), 0),
    );
  }

  /** 16 bytes hold 32 numbers, the first 16 in the low halves. */
  #value(id: number, at: number): number {
    const block = Math.floor(at / 32), within = at % 32;
    const byte = this.#rows[id * this.#dim / 2 + 16 * block + within % 16];
    return this.#scales[id] * ((within < 16 ? byte & 15 : byte >> 4) - 8);
  }
}

function cosine(a: number[], b: number[]): number {
  const dot = a.reduce((sum, it, at) => sum + it * b[at], 0);
  return dot / Math.max(1e-9, Math.hypot(...a) * Math.hypot(...b));
}
