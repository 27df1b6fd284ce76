import { instantiate } from "./_instantiate.ts";
import { SCAN_WASM } from "./_scan_wasm.ts";
import { bestFirst } from "./best_first.ts";
import { checksumIn, LANES_BYTES } from "./checksum.ts";
import { paddedDimensions } from "./vector_row.ts";

/** The module's exports; all arguments but counts and numbers are byte addresses. */
interface Exports {
  scan(
    query: number,
    rows: number,
    count: number,
    dimensions: number,
    bias: number,
    scale: number,
    scales: number,
    out: number,
  ): number;
  select(
    count: number,
    least: number,
    most: number,
    limit: number,
    cosines: number,
    found: number,
    buckets: number,
  ): number;
}

/**
 * Greatest magnitude of a query's component: 4,096 dimensions of 15 times
 * this still fit 31 bits.
 */
const QUERY_MOST = 16383;

/** The cosine of a row that is not to be found, as `scan.wat` has it. */
const NOT_FOUND = -2;

/** Addresses: the checksum's lanes, the steps that cosines are counted in, the rest. */
const LANES = 0, BUCKETS = LANES_BYTES, START = BUCKETS + 1024;

/**
 * Cosine similarity of a query with every row of a packed matrix, by SIMD in
 * WebAssembly. The rows live in the module's memory, where the caller reads
 * them in once.
 */
export class VectorScan {
  /** `Uint8Array[count * paddedDimensions / 2]`, to be filled. */
  readonly rows: Uint8Array;
  /** Factor of each row, `Float32Array[count]`, to be filled; 0 = no vector. */
  readonly scales: Float32Array;
  /** The checksum of a stretch of `rows`. */
  readonly checksum: (bytes: Uint8Array) => number;
  readonly #query: Int16Array;
  readonly #cosines: Float32Array;
  readonly #found: BigUint64Array;
  readonly #wasm: Exports;

  /** @param count Rows. */
  constructor(readonly count: number, readonly dimensions: number) {
    const padded = paddedDimensions(dimensions);
    const column = (count * 4 + 15) & ~15, queryBytes = padded * 2;
    const cosines = START + queryBytes, found = cosines + column;
    const scales = found + 2 * column, rows = scales + column;
    const memory = new WebAssembly.Memory({
      initial: Math.ceil((rows + count * padded / 2) / 65536),
    });
    const { buffer } = memory;
    this.#query = new Int16Array(buffer, START, padded);
    this.#cosines = new Float32Array(buffer, cosines, count);
    this.#found = new BigUint64Array(buffer, found, count);
    this.scales = new Float32Array(buffer, scales, count);
    this.rows = new Uint8Array(buffer, rows, count * padded / 2);
    this.#wasm = instantiate<Exports>(SCAN_WASM, { env: { memory } });
    this.checksum = checksumIn(memory, LANES);
  }

  /**
   * The rows most similar to the query.
   *
   * @param query Any length but zero; the zero vector finds nothing.
   * @param limit How many.
   * @param least Lowest cosine that counts.
   * @param allowed Only these rows.
   */
  nearest(
    query: Float32Array,
    limit: number,
    least: number,
    allowed?: (row: number) => boolean,
  ): [row: number, cosine: number][] {
    const { scale, sum } = this.#setQuery(query);
    if (scale === 0 || this.count === 0) return [];
    const highest = this.#wasm.scan(
      this.#query.byteOffset,
      this.rows.byteOffset,
      this.count,
      this.#query.length,
      -8 * sum,
      scale,
      this.scales.byteOffset,
      this.#cosines.byteOffset,
    );
    const cosines = this.#cosines;
    if (allowed !== undefined) {
      for (let row = 0; row < this.count; row++) {
        if (!allowed(row)) cosines[row] = NOT_FOUND;
      }
    }
    const count = this.#wasm.select(
      this.count,
      // Cosines end at -1, a little less where they were rounded.
      Math.max(least, -1.5),
      highest,
      limit,
      cosines.byteOffset,
      this.#found.byteOffset,
      BUCKETS,
    );
    const keys = this.#found.subarray(0, count);
    return bestFirst(keys, limit, (row) => cosines[row]);
  }

  /** Puts the query into the module's memory as 16-bit numbers. */
  #setQuery(query: Float32Array): { scale: number; sum: number } {
    let most = 0;
    for (const value of query) most = Math.max(most, Math.abs(value));
    if (!(most > 0)) return { scale: 0, sum: 0 };
    let sum = 0, squares = 0;
    for (let i = 0; i < query.length; i++) {
      const value = Math.round(query[i] * QUERY_MOST / most);
      this.#query[i] = value;
      sum += value;
      squares += value * value;
    }
    return { scale: 1 / Math.sqrt(squares), sum };
  }
}
