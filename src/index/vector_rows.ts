import { packDifference, type PackedRow, packRow } from "./vector_row.ts";

/** Number of vectors that the mean is computed from: the first ones, so that few must be buffered. */
const MEAN_SAMPLE = 1024;

/**
 * Collects the vectors of an index, quantised. If centred, it stores their difference
 * from the mean of the first 1024.
 */
export class VectorRows {
  readonly #rows: Uint8Array[] = [];
  readonly #scales: number[] = [];
  readonly #centred: boolean;
  /** Vectors that wait until the mean is known. */
  #waiting: Float32Array[] = [];
  #mean: Float32Array | undefined;

  constructor(centred: boolean) {
    this.#centred = centred;
  }

  /** Number of vectors. */
  get count(): number {
    return this.#rows.length + this.#waiting.length;
  }

  /** Length of the vectors; undefined while there is none. */
  dimensions: number | undefined;

  /** Adds a vector. */
  add(vector: Float32Array): void {
    this.dimensions = vector.length;
    if (!this.#centred) return this.#push(packRow(vector));
    if (this.#mean !== undefined) {
      return this.#push(packDifference(vector, this.#mean));
    }
    this.#waiting.push(vector);
    if (this.#waiting.length === MEAN_SAMPLE) this.#computeMean();
  }

  /** All rows with their scales, and the mean if centred. */
  finish(): { rows: Uint8Array[]; scales: number[]; mean?: Float32Array } {
    if (this.#waiting.length > 0) this.#computeMean();
    return { rows: this.#rows, scales: this.#scales, mean: this.#mean };
  }

  #computeMean(): void {
    const mean = meanOf(this.#waiting);
    for (const vector of this.#waiting) {
      this.#push(packDifference(vector, mean));
    }
    this.#waiting = [];
    this.#mean = mean;
  }

  #push({ row, scale }: PackedRow): void {
    this.#rows.push(row);
    this.#scales.push(scale);
  }
}

function meanOf(vectors: Float32Array[]): Float32Array {
  const mean = new Float32Array(vectors[0]!.length);
  for (const vector of vectors) {
    for (let k = 0; k < mean.length; k++) mean[k]! += vector[k]!;
  }
  return mean.map((sum) => sum / vectors.length);
}
