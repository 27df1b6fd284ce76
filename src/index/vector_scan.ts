import { instantiate } from "../instantiate.ts";
import { SCAN_WASM } from "./_scan_wasm.ts";
import { topItems } from "./top_items.ts";
import { checksumIn, LANES_BYTES } from "./checksum.ts";
import { PAGE_BYTES } from "./layout.ts";
import { paddedDimensions } from "./vector_row.ts";

/** Exports of `scan.wat`. `query`, `rows`, `scales`, `out`, `cosines`, `found`, `buckets` are byte addresses. */
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
 * Greatest magnitude of a quantised query component: the dot product of 4,096
 * dimensions, each with a code of up to 15, still fits into 31 bits.
 */
const MAX_QUERY_COMPONENT = 16383;

/** Cosine that excludes a row; `scan.wat` uses it for rows without a vector. */
const EXCLUDED = -2;

/** Addresses: lanes of the checksum, buckets of `select`, everything else. */
const LANES = 0, BUCKETS = LANES_BYTES, START = BUCKETS + 1024;

/** Minimum bytes of rows that the first query reads and scans at a time. */
const WINDOW_BYTES = 262144;

/**
 * Reads rows into the module's memory.
 *
 * @param offset Byte offset in the rows; a multiple of a page.
 * @param checksum Computes the checksum of bytes in that memory.
 * @throws {UserError} when the rows are damaged
 */
export type ReadRows = (
  offset: number,
  into: Uint8Array,
  checksum: (bytes: Uint8Array) => number,
) => void;

/**
 * Exhaustive search: the cosine of a query with every quantised row, with SIMD in
 * WebAssembly.
 *
 * Most processes search once, so the first query reads the rows through a small
 * window that stays in the CPU's cache. For 100,000 rows that saves 7 ms of touching
 * new memory, and the memory. The second query loads all rows.
 */
export class VectorScan {
  /** Scale of each row, `Float32Array[count]`, filled by the caller; 0 = no vector. */
  readonly scales: Float32Array;
  /** `Uint8Array[count * paddedDimensions / 2]`; until loaded, its start is the window. */
  readonly #rows: Uint8Array;
  /** Bytes per row. */
  readonly #stride: number;
  #state: "new" | "scanned once" | "loaded" = "new";
  readonly #read: ReadRows;
  readonly #checksum: (bytes: Uint8Array) => number;
  readonly #query: Int16Array;
  readonly #cosines: Float32Array;
  readonly #found: BigUint64Array;
  readonly #wasm: Exports;
  readonly #mean?: Float32Array;

  /**
   * @param count Number of rows.
   * @param mean For centred rows, the mean that was subtracted.
   */
  constructor(
    readonly count: number,
    readonly dimensions: number,
    read: ReadRows,
    mean?: Float32Array,
  ) {
    this.#mean = mean;
    const padded = paddedDimensions(dimensions);
    const column = (count * 4 + 15) & ~15, queryBytes = padded * 2;
    const cosines = START + queryBytes, found = cosines + column;
    const scales = found + 2 * column, rows = scales + column;
    this.#stride = padded / 2;
    const memory = new WebAssembly.Memory({
      initial: Math.ceil((rows + count * this.#stride) / 65536),
    });
    const { buffer } = memory;
    this.#query = new Int16Array(buffer, START, padded);
    this.#cosines = new Float32Array(buffer, cosines, count);
    this.#found = new BigUint64Array(buffer, found, count);
    this.scales = new Float32Array(buffer, scales, count);
    this.#rows = new Uint8Array(buffer, rows, count * this.#stride);
    this.#wasm = instantiate<Exports>(SCAN_WASM, { env: { memory } });
    this.#checksum = checksumIn(memory, LANES);
    this.#read = read;
  }

  /**
   * The rows most similar to the query.
   *
   * @param query Of any length (norm); the zero vector finds nothing.
   * @param limit Maximum number of rows.
   * @param least Minimum cosine.
   * @param allowed Filter; default: all rows.
   */
  nearest(
    query: Float32Array,
    limit: number,
    least: number,
    allowed?: (row: number) => boolean,
  ): [row: number, cosine: number][] {
    const { scale, sum } = this.#setQuery(query);
    if (scale === 0 || this.count === 0) return [];
    const highest = this.#scanAll(-8 * sum, scale);
    const cosines = this.#cosines;
    const meanCosine = this.#mean ? cosineWith(this.#mean, query) : 0;
    if (allowed !== undefined) {
      for (let row = 0; row < this.count; row++) {
        if (!allowed(row)) cosines[row] = EXCLUDED;
      }
    }
    const count = this.#wasm.select(
      this.count,
      // Cosines are at least -1, slightly less after rounding; excluded rows are -2.
      Math.max(least - meanCosine, -1.5),
      highest,
      limit,
      cosines.byteOffset,
      this.#found.byteOffset,
      BUCKETS,
    );
    const keys = this.#found.subarray(0, count);
    return topItems(keys, limit, (row) => cosines[row]! + meanCosine);
  }

  /** Computes the cosines of all rows; returns the highest. */
  #scanAll(bias: number, scale: number): number {
    const rows = this.#rows, stride = this.#stride;
    if (this.#state === "scanned once") {
      this.#read(0, rows, this.#checksum);
      this.#state = "loaded";
    }
    if (this.#state === "loaded") {
      return this.#scan(0, this.count, bias, scale);
    }
    const step = windowBytes(stride);
    let highest = 0;
    for (let at = 0; at < rows.length; at += step) {
      const window = rows.subarray(0, Math.min(step, rows.length - at));
      this.#read(at, window, this.#checksum);
      highest = Math.max(
        highest,
        this.#scan(at / stride, window.length / stride, bias, scale),
      );
    }
    this.#state = rows.length <= step ? "loaded" : "scanned once";
    return highest;
  }

  /** Computes the cosines of `count` rows at the start of `#rows`; `first` is the number of the first. */
  #scan(first: number, count: number, bias: number, scale: number): number {
    return this.#wasm.scan(
      this.#query.byteOffset,
      this.#rows.byteOffset,
      count,
      this.#query.length,
      bias,
      scale,
      this.scales.byteOffset + 4 * first,
      this.#cosines.byteOffset + 4 * first,
    );
  }

  /** Writes the query to the module's memory as 16-bit integers; returns their scale and sum. */
  #setQuery(query: Float32Array): { scale: number; sum: number } {
    let greatest = 0;
    for (const value of query) greatest = Math.max(greatest, Math.abs(value));
    if (!(greatest > 0)) return { scale: 0, sum: 0 };
    let sum = 0, squares = 0;
    for (let i = 0; i < query.length; i++) {
      const value = Math.round(query[i]! * MAX_QUERY_COMPONENT / greatest);
      this.#query[i] = value;
      sum += value;
      squares += value * value;
    }
    return { scale: 1 / Math.sqrt(squares), sum };
  }
}

/** The smallest number of bytes >= `WINDOW_BYTES` that is a whole number of rows and of pages. */
function windowBytes(stride: number): number {
  let pages = 1;
  while (pages * PAGE_BYTES % stride !== 0) pages++;
  return Math.ceil(WINDOW_BYTES / (pages * PAGE_BYTES)) * pages * PAGE_BYTES;
}

/** Dot product of the mean with the normalised query: a constant part of every cosine. */
function cosineWith(mean: Float32Array, query: Float32Array): number {
  let product = 0, squares = 0;
  for (let i = 0; i < query.length; i++) {
    product += mean[i]! * query[i]!;
    squares += query[i]! * query[i]!;
  }
  return product / Math.sqrt(squares);
}
