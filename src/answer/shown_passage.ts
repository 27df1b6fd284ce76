import { balanced } from "../cut/balanced.ts";
import type { PackedIndex } from "../index/packed_index.ts";
import type { Hit } from "../search/search.ts";

/** Characters of a passage that are shown; only `--passage-size` makes longer ones. */
const LONGEST = 2_000;

/**
 * A passage of a hit as it is shown: where it begins or ends inside a code
 * fence of Markdown, the fence is opened or closed again.
 */
export function shownPassage(
  index: PackedIndex,
  { path, anchor }: Pick<Hit, "path" | "anchor">,
  { start_line, text }: Hit["passages"][number],
): string {
  if (text.length > LONGEST) text = text.slice(0, LONGEST).toWellFormed();
  const number = index.findDocument(path);
  const { format, firstSection, sectionCount } = index.document(number);
  if (format !== "markdown" && format !== "mdx") return text;
  for (let i = firstSection; i < firstSection + sectionCount; i++) {
    const section = index.section(i);
    if (section.anchor !== anchor) continue;
    const passage = index.passages(i).find(({ startLine, start, end }) =>
      startLine === start_line && end - start >= text.length &&
      index.text(number, start, start + text.length) === text
    );
    if (passage === undefined) break;
    return balanced(
      index.text(number, section.start, section.end),
      passage.start - section.start,
      passage.start - section.start + text.length,
      format === "mdx",
    );
  }
  return text;
}
