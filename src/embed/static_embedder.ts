import type { Region } from "../files/region.ts";
import { UserError } from "../user_error.ts";
import { type Embedder, toUnitLength } from "./embedder.ts";
import { UnigramTokenizer } from "./unigram_tokenizer.ts";

const MAGIC = 0x31454a53; // "SJE1"
const VERSION = 1;
const HEADER_BYTES = 16;

/**
 * Sentence vectors without a neural network: the sum of a table row for each
 * distinct piece of the text, weighted by 1 + ln(its count), brought to length
 * 1. The layout of the table is in `static_ja_en/README.md`.
 *
 * Rows are read by position as pieces ask for them, so a query reads a few
 * kilobytes of the nine megabytes. `load()` reads the table whole, which pays
 * when there are thousands of passages; `embedPassages` does so by itself.
 */
export class StaticEmbedder implements Embedder {
  readonly dimensions: number;
  /**
   * A sum of rows knows no headings: said once, they drown in the text. Four
   * times is a weight of 1 + ln 4 = 2.4; over one, nDCG@10 gained 0.019 on the
   * mean of nine evaluation sets, losing 0.013 on one of 25 questions; eight or
   * sixteen times lose again on the questions of developers (`deno task eval`).
   */
  readonly contextRepeats = 4;

  readonly #table: Region;
  readonly #tokenizerFile: Region;
  readonly #pieces: number;
  #tokenizer: UnigramTokenizer | undefined;
  /** The piece that stands for a space. */
  #space = -1;
  /** The scale of each piece's row, and all rows, once loaded. */
  #scales: Float32Array | undefined;
  #rows: Int8Array | undefined;
  /** How often each piece is in the text at hand; all zero between calls. */
  #counts = new Uint32Array(0);
  /** The scale and the row at hand, where they are not loaded. */
  readonly #scale = new Float32Array(1);
  readonly #row: Int8Array;

  /**
   * Reads the table's header and nothing else.
   *
   * @param id Name under which an index records the vectors.
   * @param table An `SJE1` file. It stays in use; closing it is the caller's.
   * @param tokenizer The `SJT1` file that belongs to it.
   * @throws {UserError} when the table is not such a file or is cut short.
   */
  constructor(readonly id: string, table: Region, tokenizer: Region) {
    if (table.size < HEADER_BYTES) throw damaged(id, "it is too short");
    const header = new DataView(table.read(0, HEADER_BYTES).buffer);
    const field = (i: number) => header.getUint32(4 * i, true);
    if (field(0) !== MAGIC || field(1) !== VERSION) {
      throw damaged(id, "it is not an SJE1 file of version 1");
    }
    this.#pieces = field(2);
    this.dimensions = field(3);
    const expected = HEADER_BYTES + this.#pieces * (4 + this.dimensions);
    if (table.size !== expected) {
      throw damaged(id, `it has ${table.size} bytes, not ${expected}`);
    }
    this.#table = table;
    this.#tokenizerFile = tokenizer;
    this.#row = new Int8Array(this.dimensions);
  }

  /** Reads the whole table into memory (9.6 MB for 256 dimensions), once. */
  load(): void {
    this.#scales ??= new Float32Array(
      this.#table.read(HEADER_BYTES, 4 * this.#pieces).buffer,
    );
    this.#rows ??= new Int8Array(
      this.#table.read(
        HEADER_BYTES + 4 * this.#pieces,
        this.#pieces * this.dimensions,
      ).buffer,
    );
  }

  embedPassages(texts: string[]): Promise<Float32Array[]> {
    return Promise.resolve().then(() => {
      this.load();
      return texts.map((text) => this.embedSync(text));
    });
  }

  embedQuery(text: string): Promise<Float32Array> {
    return Promise.resolve().then(() => this.embedSync(text));
  }

  /**
   * The vector of a text, query or passage alike: length 1, or all zero when
   * it has no piece that the table knows. (The mark for a space, which stands
   * in front of every text, says nothing by itself.)
   */
  embedSync(text: string): Float32Array {
    const ids = this.tokenizer.encode(text);
    return ids.every((id) => id === this.#space)
      ? new Float32Array(this.dimensions)
      : this.embedPieces(ids);
  }

  /** The vector of pieces by their ids, in any order. */
  embedPieces(ids: number[]): Float32Array {
    void this.tokenizer;
    const counts = this.#counts;
    const vector = new Float32Array(this.dimensions);
    for (const id of ids) counts[id]!++;
    for (const id of ids) {
      const count = counts[id]!;
      if (count === 0) continue; // a repeated piece, added already
      counts[id] = 0;
      this.#add(vector, id, 1 + Math.log(count));
    }
    return toUnitLength(vector);
  }

  /** Read when it is first asked for. */
  get tokenizer(): UnigramTokenizer {
    if (this.#tokenizer !== undefined) return this.#tokenizer;
    const tokenizer = new UnigramTokenizer(this.#tokenizerFile);
    if (tokenizer.size !== this.#pieces) {
      throw damaged(this.id, "it does not belong to the tokenizer");
    }
    this.#counts = new Uint32Array(tokenizer.size);
    this.#space = tokenizer.encode(" ")[0]!;
    return this.#tokenizer = tokenizer;
  }

  #add(vector: Float32Array, id: number, weight: number): void {
    const dimensions = this.dimensions;
    let scales = this.#scales, row = this.#rows;
    let at = id, offset = id * dimensions;
    if (scales === undefined || row === undefined) {
      scales = this.#scale, row = this.#row;
      this.#table.readInto(
        HEADER_BYTES + 4 * id,
        new Uint8Array(scales.buffer),
      );
      this.#table.readInto(
        HEADER_BYTES + 4 * this.#pieces + offset,
        new Uint8Array(row.buffer),
      );
      at = offset = 0;
    }
    weight *= scales[at]!;
    for (let k = 0; k < dimensions; k++) {
      vector[k]! += weight * row[offset + k]!;
    }
  }
}

function damaged(id: string, why: string): UserError {
  return new UserError(
    `the table of the embedder ${id} cannot be used: ${why}`,
    "Get this program again, or restore the file in src/embed/static_ja_en/.",
  );
}
