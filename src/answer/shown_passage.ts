import { balanced } from "../cut/balanced.ts";
import type { PackedIndex } from "../index/packed_index.ts";
import type { Hit, HitPassage } from "../search/hit.ts";

/** UTF-16 units of a passage that are shown; only `--passage-size` makes longer ones. */
const LONGEST = 2_000;

/**
 * A passage of a hit, or a part of it, as it is shown: where it begins or ends
 * inside a code fence of Markdown, the fence is opened or closed again. What a
 * reader does not see (comments) is blank.
 *
 * @param part UTF-16 offsets in the document; without it the passage from its start
 */
export function shownPassage(
  index: PackedIndex,
  { section }: Hit,
  passage: HitPassage,
  part: { start: number; end: number } = {
    start: passage.start,
    end: Math.min(passage.end, passage.start + LONGEST),
  },
): string {
  const read = (start: number, end: number) =>
    index.visibleText(section, start, end);
  return balanced(read, passage.fences, part.start, part.end).toWellFormed();
}
