import { instantiate } from "./_instantiate.ts";
import { SCAN_WASM } from "./_scan_wasm.ts";
import { TopK } from "./top_k.ts";
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
  above(count: number, least: number, cosines: number, found: number): number;
}

/**
 * Greatest magnitude of a query's component: 4,096 dimensions of 15 times
 * this still fit 31 bits.
 */
const QUERY_MOST = 16383;

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
  readonly #query: Int16Array;
  readonly #cosines: Float32Array;
  readonly #found: Uint32Array;
  readonly #wasm: Exports;
  readonly #mean?: Float32Array;

  /**
   * @param count Rows.
   * @param mean What the rows are differences from, if they are.
   */
  constructor(
    readonly count: number,
    readonly dimensions: number,
    mean?: Float32Array,
  ) {
    this.#mean = mean;
    const padded = paddedDimensions(dimensions);
    const column = (count * 4 + 15) & ~15, queryBytes = padded * 2;
    const total = queryBytes + 3 * column + count * padded / 2;
    const memory = new WebAssembly.Memory({
      initial: Math.max(1, Math.ceil(total / 65536)),
    });
    const { buffer } = memory;
    this.#query = new Int16Array(buffer, 0, padded);
    this.#cosines = new Float32Array(buffer, queryBytes, count);
    this.#found = new Uint32Array(buffer, queryBytes + column, count);
    this.scales = new Float32Array(buffer, queryBytes + 2 * column, count);
    const rows = queryBytes + 3 * column;
    this.rows = new Uint8Array(buffer, rows, count * padded / 2);
    this.#wasm = instantiate<Exports>(SCAN_WASM, { env: { memory } });
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
    // Few are wanted of many: a bar that is lowered until enough are over it.
    // Cosines end at -1, a little less where they were rounded.
    const common = this.#mean ? cosineWith(this.#mean, query) : 0;
    const lowest = Math.max(least - common, -1.5);
    let bar = allowed === undefined ? Math.max(lowest, highest * 0.75) : lowest;
    let count = this.#above(bar);
    for (let step = 0.1; count < limit && bar > lowest; step *= 2) {
      bar = Math.max(lowest, bar - step);
      count = this.#above(bar);
    }
    const found = this.#found, cosines = this.#cosines;
    const top = new TopK(limit);
    let threshold = -Infinity;
    for (let i = 0; i < count; i++) {
      const row = found[i], cosine = cosines[row];
      if (cosine < threshold) continue;
      if (allowed !== undefined && !allowed(row)) continue;
      top.push(row, cosine);
      threshold = top.threshold;
    }
    const nearest = top.drain();
    if (common !== 0) { for (const pair of nearest) pair[1] += common; }
    return nearest;
  }

  #above(least: number): number {
    const { byteOffset } = this.#cosines;
    return this.#wasm.above(
      this.count,
      least,
      byteOffset,
      this.#found.byteOffset,
    );
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

/** Product of a vector with the direction of a query: the mean's share in every cosine. */
function cosineWith(mean: Float32Array, query: Float32Array): number {
  let product = 0, squares = 0;
  for (let i = 0; i < query.length; i++) {
    product += mean[i] * query[i];
    squares += query[i] * query[i];
  }
  return product / Math.sqrt(squares);
}
