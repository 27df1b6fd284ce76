import { SCAN_WASM } from "./_scan_wasm.ts";
import { TopK } from "./top_k.ts";

/** The module's export; all arguments but the counts are byte addresses. */
type Scan = (
  query: number,
  rows: number,
  count: number,
  dimensions: number,
  out: number,
) => void;

/** A vector as signed bytes and the factor that makes it a unit vector. */
export interface QuantizedVector {
  /** `Int8Array[dimensions]`; the largest magnitude is 127. */
  values: Int8Array;
  /** 1 / length of `values`; 0 for the zero vector. */
  scale: number;
}

/** Quantises a vector to int8 with a scale of its own. */
export function quantize(vector: Float32Array): QuantizedVector {
  let most = 0;
  for (const value of vector) most = Math.max(most, Math.abs(value));
  const values = new Int8Array(vector.length);
  if (most === 0) return { values, scale: 0 };
  let sum = 0;
  for (let i = 0; i < vector.length; i++) {
    const value = Math.round(vector[i] * 127 / most);
    values[i] = value;
    sum += value * value;
  }
  return { values, scale: 1 / Math.sqrt(sum) };
}

/**
 * Cosine similarity of a query with every row of an int8 matrix, by SIMD in
 * WebAssembly. The rows live in the module's memory, where the caller reads
 * them in once.
 */
export class VectorScan {
  /** `Int8Array[rows * dimensions]` in the module's memory, to be filled. */
  readonly rows: Uint8Array;
  readonly #query: Int16Array;
  readonly #dots: Int32Array;
  readonly #scan: Scan;
  readonly #padded: number;

  /**
   * @param count Rows.
   * @param dimensions Of a row; rows are stored padded to a multiple of 32
   * ({@linkcode paddedDimensions}).
   */
  constructor(readonly count: number, readonly dimensions: number) {
    const padded = this.#padded = paddedDimensions(dimensions);
    const queryBytes = padded * 2, dotBytes = (count * 4 + 15) & ~15;
    const total = queryBytes + dotBytes + count * padded;
    const memory = new WebAssembly.Memory({
      initial: Math.max(1, Math.ceil(total / 65536)),
    });
    this.#query = new Int16Array(memory.buffer, 0, padded);
    this.#dots = new Int32Array(memory.buffer, queryBytes, count);
    this.rows = new Uint8Array(
      memory.buffer,
      queryBytes + dotBytes,
      count * padded,
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
    const { values, scale } = quantize(query);
    if (scale === 0 || this.count === 0) return [];
    this.#query.set(values);
    this.#scan(
      this.#query.byteOffset,
      this.rows.byteOffset,
      this.count,
      this.#padded,
      this.#dots.byteOffset,
    );
    const dots = this.#dots, top = new TopK(limit);
    let threshold = least;
    for (let row = 0; row < dots.length; row++) {
      const cosine = dots[row] * scale * scales[row];
      if (cosine < threshold || scales[row] === 0) continue;
      if (allowed !== undefined && !allowed(row)) continue;
      top.push(row, cosine);
      threshold = Math.max(least, top.threshold);
    }
    return top.drain();
  }
}

/** Bytes of a stored row: dimensions rounded up to a multiple of 32. */
export function paddedDimensions(dimensions: number): number {
  return (dimensions + 31) & ~31;
}
