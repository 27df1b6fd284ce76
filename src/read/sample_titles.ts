import type { PackedIndex } from "../index/packed_index.ts";
import { visible } from "../text/visible.ts";

/** Characters of a title that are shown. */
const LONGEST = 80;

/** Titles of documents spread evenly over an index, each once. */
export function sampleTitles(index: PackedIndex, most: number): string[] {
  const titles = sampleDocuments(index, most).map((number) =>
    visible(index.document(number).title).slice(0, LONGEST)
  );
  return [...new Set(titles)];
}

/** Numbers of documents, spread evenly. */
export function sampleDocuments(index: PackedIndex, most: number): number[] {
  const { documents } = index.info;
  const count = Math.min(documents, most);
  return Array.from(
    { length: count },
    (_, at) => Math.floor(at * documents / count),
  );
}
