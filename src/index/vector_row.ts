/**
 * Vectors in four bits a dimension with a scale each. Measured on the
 * evaluation sets (`deno task eval`), it ranks as eight bits do (nDCG@10 within
 * 0.002 on 400 headings in each direction between the languages) at half the
 * size; 256 dimensions take 128 bytes.
 *
 * Vectors of neural models lie close together, with cosines of 0.7 to 0.9, so
 * that four bits of the whole say little about what sets them apart. Of those
 * the difference from their mean is stored. Of the ten passages that are nearest
 * by 32-bit numbers (multilingual-e5-small, 1,145 passages and 500 questions of
 * an encyclopedia), four bits of the whole find 9.1 and four bits of the
 * difference 9.5. MRR@10 by vectors alone, 32 bits, whole, difference: 0.890,
 * 0.882, 0.885 there; 0.619, 0.627, 0.664 on 23 questions of developers; 0.491,
 * 0.479, 0.491 on 18 across languages. Joined with the words all three are
 * within noise.
 */

/** A stored vector. */
export interface PackedRow {
  /** `Uint8Array[paddedDimensions / 2]`; see `scan.wat` for the order. */
  row: Uint8Array;
  /** What the stored numbers are multiplied by; 0 = no vector. */
  scale: number;
}

/** Greatest magnitude that is stored. */
const MOST = 7;

/**
 * Share of the components that keep their magnitude; the few above are cut
 * off, which leaves finer steps for the rest.
 */
const KEPT = 0.98;

/** The smallest scale: of a vector that is the mean itself. */
const LEAST_SCALE = 1e-30;

/** Packs a vector as one of length 1; the zero vector is none. */
export function packRow(vector: Float32Array): PackedRow {
  const { row, squares } = pack(vector);
  return { row, scale: squares === 0 ? 0 : 1 / Math.sqrt(squares) };
}

/**
 * Packs what a unit vector is beyond the mean, scaled so that the product with
 * another vector comes out right on the average. The zero vector is none.
 */
export function packDifference(
  vector: Float32Array,
  mean: Float32Array,
): PackedRow {
  if (vector.every((value) => value === 0)) {
    return { row: pack(vector).row, scale: 0 };
  }
  const { row, squares, product } = pack(
    vector.map((value, k) => value - mean[k]!),
  );
  return { row, scale: squares === 0 ? LEAST_SCALE : product / squares };
}

/** The row, the sum of its squares, and its product with the vector. */
function pack(
  vector: Float32Array,
): { row: Uint8Array; squares: number; product: number } {
  const padded = paddedDimensions(vector.length);
  const row = new Uint8Array(padded / 2).fill(0x88);
  const magnitudes = vector.map(Math.abs).sort();
  const reach = magnitudes[Math.floor((vector.length - 1) * KEPT)] ||
    magnitudes[vector.length - 1] || 0;
  let squares = 0, product = 0;
  if (!(reach > 0)) return { row, squares, product };
  for (let i = 0; i < vector.length; i++) {
    const step = Math.round(vector[i]! * MOST / reach);
    const value = Math.max(-MOST, Math.min(MOST, step));
    squares += value * value;
    product += value * vector[i]!;
    const at = (i >> 5) * 16 + (i & 15), shift = (i & 16) >> 2;
    row[at] = (row[at]! & ~(15 << shift)) | ((value + 8) << shift);
  }
  return { row, squares, product };
}

/** Dimensions rounded up to a multiple of 32, as rows are stored. */
export function paddedDimensions(dimensions: number): number {
  return (dimensions + 31) & ~31;
}
