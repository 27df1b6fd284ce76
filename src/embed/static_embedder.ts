import type { Region } from "../files/region.ts";
import { UserError } from "../user_error.ts";
import { type Embedder, toUnitLength } from "./embedder.ts";
import { UnigramTokenizer } from "./unigram_tokenizer.ts";

const MAGIC = 0x31454a53; // "SJE1"
const VERSION = 1;
const HEADER_BYTES = 16;

/**
 * The bundled embedder: sentence vectors without a neural network. A text's vector
 * is the sum of the table rows of its distinct pieces (tokens), each weighted by
 * 1 + ln(count), normalised to length 1. The layout of the table is in
 * `static_ja_en/README.md`.
 *
 * Rows are read by position when needed, so a query reads a few kilobytes of the
 * 9.6 MB. `load()` reads the whole table, which is faster for thousands of passages;
 * `embedPassages` calls it.
 */
export class StaticEmbedder implements Embedder {
  readonly dimensions: number;
  /**
   * In a sum of rows, a heading that occurs once hardly counts. Repeated four times
   * it has the weight 1 + ln 4 = 2.4. Compared with once, the mean nDCG@10 of nine
   * evaluation sets rose by 0.019, and fell by 0.013 on one of 25 questions. Eight
   * or sixteen times are worse on questions of developers (`deno task eval`).
   */
  readonly contextRepeats = 4;

  readonly #table: Region;
  readonly #tokenizerFile: Region;
  readonly #pieces: number;
  #tokenizer: UnigramTokenizer | undefined;
  /** Id of the piece that represents a space. */
  #space = -1;
  /** Once loaded: `f32[pieces]` scales and `i8[pieces][dimensions]` rows. */
  #scales: Float32Array | undefined;
  #rows: Int8Array | undefined;
  /** Count of each piece in the current text; all zeros between calls. */
  #counts = new Uint32Array(0);
  /** Buffers for one scale and one row, while the table is not loaded. */
  readonly #scale = new Float32Array(1);
  readonly #row: Int8Array;

  /**
   * Reads the table's header and nothing else.
   *
   * @param id Id that an index records.
   * @param table An `SJE1` file. The caller closes it when the embedder is done.
   * @param tokenizer The `SJT1` file that belongs to it; read at the first text.
   * @throws {UserError} when the table is not such a file or is truncated.
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
   * The vector of a query or passage, `Float32Array[dimensions]`: of length 1, or
   * all zeros when the text has no piece but the space that precedes every text.
   */
  embedSync(text: string): Float32Array {
    const ids = this.tokenizer.encode(text);
    return ids.every((id) => id === this.#space)
      ? new Float32Array(this.dimensions)
      : this.embedPieces(ids);
  }

  /** The vector of a bag of pieces, given by their ids. */
  embedPieces(ids: number[]): Float32Array {
    void this.tokenizer; // loads it, which allocates the counts
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

  /** The tokenizer, loaded at its first use. */
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
    "Download or build this program again, or restore the file in src/embed/static_ja_en/.",
  );
}
