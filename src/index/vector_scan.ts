import { instantiate } from "../instantiate.ts";
import { SCAN_WASM } from "./_scan_wasm.ts";
import { topItems } from "./top_items.ts";
import { checksumIn, LANES_BYTES } from "./checksum.ts";
import { PAGE_BYTES } from "./layout.ts";
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

/** Bytes of rows that the first query reads and scans at a time, at least. */
const WINDOW = 262144;

/**
 * Reads packed rows into the module's memory.
 *
 * @param offset Bytes from the start of the rows; a multiple of a page.
 * @param checksum For bytes in that memory.
 */
export type ReadRows = (
  offset: number,
  into: Uint8Array,
  checksum: (bytes: Uint8Array) => number,
) => void;

/**
 * Cosine similarity of a query with every row of a packed matrix, by SIMD in
 * WebAssembly.
 *
 * The first query reads the rows through a window that stays in the processor's
 * cache, since most processes ask only once: over 100,000 rows that saves 7 ms
 * of filling fresh memory, and the memory. The second query reads them to stay.
 */
export class VectorScan {
  /** Factor of each row, `Float32Array[count]`, to be filled; 0 = no vector. */
  readonly scales: Float32Array;
  /** `Uint8Array[count * paddedDimensions / 2]`, of which at first a window is used. */
  readonly #rows: Uint8Array;
  /** Bytes of a row. */
  readonly #stride: number;
  #state: "new" | "asked once" | "loaded" = "new";
  readonly #read: ReadRows;
  readonly #checksum: (bytes: Uint8Array) => number;
  readonly #query: Int16Array;
  readonly #cosines: Float32Array;
  readonly #found: BigUint64Array;
  readonly #wasm: Exports;
  readonly #mean?: Float32Array;

  /**
   * @param count Rows.
   * @param mean What the rows are differences from, if they are.
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
    const highest = this.#scanAll(-8 * sum, scale);
    const cosines = this.#cosines;
    const common = this.#mean ? cosineWith(this.#mean, query) : 0;
    if (allowed !== undefined) {
      for (let row = 0; row < this.count; row++) {
        if (!allowed(row)) cosines[row] = NOT_FOUND;
      }
    }
    const count = this.#wasm.select(
      this.count,
      // Cosines end at -1, a little less where they were rounded.
      Math.max(least - common, -1.5),
      highest,
      limit,
      cosines.byteOffset,
      this.#found.byteOffset,
      BUCKETS,
    );
    const keys = this.#found.subarray(0, count);
    return topItems(keys, limit, (row) => cosines[row]! + common);
  }

  /** Computes the cosines of all rows; returns the highest. */
  #scanAll(bias: number, scale: number): number {
    const rows = this.#rows, stride = this.#stride;
    if (this.#state === "asked once") {
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
    this.#state = rows.length <= step ? "loaded" : "asked once";
    return highest;
  }

  /** Computes the cosines of rows that stand at the start of the window. */
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

  /** Puts the query into the module's memory as 16-bit numbers. */
  #setQuery(query: Float32Array): { scale: number; sum: number } {
    let most = 0;
    for (const value of query) most = Math.max(most, Math.abs(value));
    if (!(most > 0)) return { scale: 0, sum: 0 };
    let sum = 0, squares = 0;
    for (let i = 0; i < query.length; i++) {
      const value = Math.round(query[i]! * QUERY_MOST / most);
      this.#query[i] = value;
      sum += value;
      squares += value * value;
    }
    return { scale: 1 / Math.sqrt(squares), sum };
  }
}

/** The least number of bytes from `WINDOW` on that is whole rows and whole pages. */
function windowBytes(stride: number): number {
  let pages = 1;
  while (pages * PAGE_BYTES % stride !== 0) pages++;
  return Math.ceil(WINDOW / (pages * PAGE_BYTES)) * pages * PAGE_BYTES;
}

/** Product of a vector with the direction of a query: the mean's share in every cosine. */
function cosineWith(mean: Float32Array, query: Float32Array): number {
  let product = 0, squares = 0;
  for (let i = 0; i < query.length; i++) {
    product += mean[i]! * query[i]!;
    squares += query[i]! * query[i]!;
  }
  return product / Math.sqrt(squares);
}
