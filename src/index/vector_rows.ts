import { packDifference, type PackedRow, packRow } from "./vector_row.ts";

/** Vectors that the mean is taken of: the first, so that few are held whole. */
const SAMPLE = 1024;

/**
 * The rows of an index's vectors, as they come. Centred rows hold what a vector
 * is beyond the mean of the first thousand.
 */
export class VectorRows {
  readonly #rows: Uint8Array[] = [];
  readonly #scales: number[] = [];
  readonly #centred: boolean;
  /** Held whole until the mean is known. */
  #waiting: Float32Array[] = [];
  #mean: Float32Array | undefined;

  constructor(centred: boolean) {
    this.#centred = centred;
  }

  /** Vectors so far. */
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
    if (this.#waiting.length === SAMPLE) this.#settle();
  }

  /** All rows with their scales, and what was subtracted, if anything. */
  finish(): { rows: Uint8Array[]; scales: number[]; mean?: Float32Array } {
    if (this.#waiting.length > 0) this.#settle();
    return { rows: this.#rows, scales: this.#scales, mean: this.#mean };
  }

  #settle(): void {
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
