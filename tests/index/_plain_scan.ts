import type { PackedRow } from "../../src/index/vector_row.ts";
import { unpackRow } from "./_unpack_row.ts";

/**
 * The search of `scan.wat`: the cosine of a query with every row that has a
 * vector, which is the dot product of the two, times the row's scale, over the
 * query's length. Rows of that cosine or a higher one, the highest first.
 */
export function plainNearest(
  rows: readonly PackedRow[],
  query: Float32Array,
  limit: number,
  least: number,
): [row: number, cosine: number][] {
  const length = Math.hypot(...query);
  if (length === 0) return [];
  return rows.map(({ row, scale }, number): [number, number] => {
    const values = unpackRow(row, query.length);
    const dot = values.reduce((sum, value, i) => sum + value * query[i], 0);
    return [number, dot * scale / length];
  })
    .filter(([row, cosine]) => rows[row].scale > 0 && cosine >= least)
    .sort(([, a], [, b]) => b - a)
    .slice(0, limit);
}
