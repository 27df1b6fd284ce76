import type { PackedIndex } from "../index/packed_index.ts";
import { visible } from "../text/visible.ts";

/** Longer titles are truncated; UTF-16 code units. */
const MAX_TITLE_LENGTH = 80;

/** Distinct titles of at most `most` documents, spread evenly over an index. */
export function sampleTitles(index: PackedIndex, most: number): string[] {
  const titles = sampleDocuments(index, most).map((number) =>
    visible(index.document(number).title).slice(0, MAX_TITLE_LENGTH)
  );
  return [...new Set(titles)];
}

/** Numbers of at most `most` documents, spread evenly over an index. */
export function sampleDocuments(index: PackedIndex, most: number): number[] {
  const { documents } = index.info;
  const count = Math.min(documents, most);
  return Array.from(
    { length: count },
    (_, at) => Math.floor(at * documents / count),
  );
}
