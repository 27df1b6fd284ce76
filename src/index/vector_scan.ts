import { SCAN_WASM } from "./_scan_wasm.ts";
import { TopK } from "./top_k.ts";
import { paddedDimensions } from "./vector_row.ts";

/** The module's export; all arguments but counts and bias are byte addresses. */
type Scan = (
  query: number,
  rows: number,
  count: number,
  dimensions: number,
  bias: number,
  out: number,
) => void;

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
  readonly #query: Int16Array;
  readonly #dots: Int32Array;
  readonly #scan: Scan;

  /** @param count Rows. */
  constructor(readonly count: number, readonly dimensions: number) {
    const padded = paddedDimensions(dimensions);
    const queryBytes = padded * 2, dotBytes = (count * 4 + 15) & ~15;
    const total = queryBytes + dotBytes + count * padded / 2;
    const memory = new WebAssembly.Memory({
      initial: Math.max(1, Math.ceil(total / 65536)),
    });
    this.#query = new Int16Array(memory.buffer, 0, padded);
    this.#dots = new Int32Array(memory.buffer, queryBytes, count);
    this.rows = new Uint8Array(
      memory.buffer,
      queryBytes + dotBytes,
      count * padded / 2,
    );
    const code = Uint8Array.from(atob(SCAN_WASM), (c) => c.charCodeAt(0));
    const instance = new WebAssembly.Instance(new WebAssembly.Module(code), {
      env: { memory },
    });
    this.#scan = instance.exports.scan as Scan;
  }

  /**
   * The rows most similar to the query.
   *
   * @param query Any length but zero; the zero vector finds nothing.
   * @param scales Factor of each row, `Float32Array[count]`; 0 = no vector.
   * @param limit How many.
   * @param least Lowest cosine that counts.
   * @param allowed Only these rows.
   */
  nearest(
    query: Float32Array,
    scales: Float32Array,
    limit: number,
    least: number,
    allowed?: (row: number) => boolean,
  ): [row: number, cosine: number][] {
    const { scale, sum } = this.#setQuery(query);
    if (scale === 0 || this.count === 0) return [];
    this.#scan(
      this.#query.byteOffset,
      this.rows.byteOffset,
      this.count,
      this.#query.length,
      -8 * sum,
      this.#dots.byteOffset,
    );
    const dots = this.#dots, top = new TopK(limit);
    let threshold = least;
    for (let row = 0, end = dots.length; row < end; row++) {
      const factor = scales[row];
      const cosine = dots[row] * scale * factor;
      if (cosine < threshold || factor === 0) continue;
      if (allowed !== undefined && !allowed(row)) continue;
      top.push(row, cosine);
      threshold = Math.max(least, top.threshold);
    }
    return top.drain();
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
