/**
 * Quantisation of vectors to 4 bits per dimension, with a scale per vector. Measured
 * on the evaluation sets (`deno task eval`), it ranks like 8 bits (nDCG@10 within
 * 0.002 on 400 headings in each direction between the languages) at half the size;
 * 256 dimensions take 128 bytes.
 *
 * Vectors of neural models lie close together, with cosines of 0.7 to 0.9, so 4 bits
 * of the whole vector hardly distinguish them. For those models the difference from
 * their mean is quantised. Of the ten nearest passages by 32-bit floats
 * (multilingual-e5-small, 1,145 passages and 500 questions of an encyclopedia), 4
 * bits of the whole vector find 9.1 and 4 bits of the difference 9.5. MRR@10 by
 * vectors alone, for 32 bits, 4 bits whole, 4 bits difference: 0.890, 0.882, 0.885
 * there; 0.619, 0.627, 0.664 on 23 questions of developers; 0.491, 0.479, 0.491 on 18
 * questions across languages. Fused with keywords, all three are equal within noise.
 *
 * @module
 */

/** A quantised vector. */
export interface PackedRow {
  /** `Uint8Array[paddedDimensions / 2]`, two codes per byte; see `scan.wat` for their order. */
  row: Uint8Array;
  /** Factor from codes (-7 to 7) to components; 0 = no vector. */
  scale: number;
}

/** Greatest code; codes are integers from -7 to 7. */
const MAX_CODE = 7;

/**
 * Quantile of the magnitudes that maps to `MAX_CODE`. The few greater components are
 * clipped, so that the others get finer steps.
 */
const CLIP_QUANTILE = 0.98;

/** Scale of a vector that equals the mean; not 0, which means "no vector". */
const MIN_SCALE = 1e-30;

/** Quantises a vector, normalised to length 1. The zero vector becomes "no vector". */
export function packRow(vector: Float32Array): PackedRow {
  const { row, squares } = pack(vector);
  return { row, scale: squares === 0 ? 0 : 1 / Math.sqrt(squares) };
}

/**
 * Quantises the difference of a unit vector from the mean, with the least-squares
 * scale, so that dot products are right on average. The zero vector becomes "no
 * vector".
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
  return { row, scale: squares === 0 ? MIN_SCALE : product / squares };
}

/** Quantises a vector; also returns the squared norm of the codes and their dot product with the vector. */
function pack(
  vector: Float32Array,
): { row: Uint8Array; squares: number; product: number } {
  const padded = paddedDimensions(vector.length);
  const row = new Uint8Array(padded / 2).fill(0x88);
  const magnitudes = vector.map(Math.abs).sort();
  const clip = magnitudes[Math.floor((vector.length - 1) * CLIP_QUANTILE)] ||
    magnitudes[vector.length - 1] || 0;
  let squares = 0, product = 0;
  if (!(clip > 0)) return { row, squares, product };
  for (let i = 0; i < vector.length; i++) {
    const step = Math.round(vector[i]! * MAX_CODE / clip);
    const value = Math.max(-MAX_CODE, Math.min(MAX_CODE, step));
    squares += value * value;
    product += value * vector[i]!;
    const at = (i >> 5) * 16 + (i & 15), shift = (i & 16) >> 2;
    row[at] = (row[at]! & ~(15 << shift)) | ((value + 8) << shift);
  }
  return { row, squares, product };
}

/** Rounds up to a multiple of 32, the length of stored rows in dimensions. */
export function paddedDimensions(dimensions: number): number {
  return (dimensions + 31) & ~31;
}
