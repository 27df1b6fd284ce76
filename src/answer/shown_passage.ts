import { balanced } from "../cut/balanced.ts";
import { markupOf } from "../document/markup.ts";
import type { PackedIndex } from "../index/packed_index.ts";
import type { Hit } from "../search/search.ts";

/** Characters of a passage that are shown; only `--passage-size` makes longer ones. */
const LONGEST = 2_000;

/**
 * A passage of a hit, or a part of it, as it is shown: where it begins or ends
 * inside a code fence of Markdown, the fence is opened or closed again.
 *
 * @param part a slice of the passage's text; without it the passage from its start
 */
export function shownPassage(
  index: PackedIndex,
  { path, anchor }: Pick<Hit, "path" | "anchor">,
  { start_line, text }: Hit["passages"][number],
  part = text.slice(0, LONGEST).toWellFormed(),
): string {
  const from = text.indexOf(part);
  const number = index.findDocument(path);
  const { format, firstSection, sectionCount } = index.document(number);
  const markup = markupOf(format);
  if (from < 0 || markup === undefined) return part;
  for (let i = firstSection; i < firstSection + sectionCount; i++) {
    const section = index.section(i);
    if (section.anchor !== anchor) continue;
    const passage = index.passages(i).find(({ startLine, start, end }) =>
      startLine === start_line && end - start === text.length
    );
    if (passage === undefined) break;
    const start = passage.start - section.start + from;
    return balanced(
      index.text(number, section.start, section.end),
      start,
      start + part.length,
      markup === "mdx",
    );
  }
  return part;
}
