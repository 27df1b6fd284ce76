import { FenceScanner, type OpenFence } from "./_fence_scanner.ts";

const LINE = /([^\r\n]*)(\r\n|\n|\r|$)/y;

/**
 * The passage `sectionText[start, end)` as it is shown: a fence that it begins
 * in is opened again, one that it ends in is closed, with the fence's own
 * marker, info string and indentation or quote prefix. Everything else is the
 * source, byte for byte.
 *
 * Reads the section's Markdown only as far as `end`, and needs no parser.
 *
 * @param start UTF-16 offset in `sectionText`.
 * @param end UTF-16 offset in `sectionText`, excluded.
 * @param mdx Whether the section is MDX, where indentation makes no code.
 */
export function balanced(
  sectionText: string,
  start: number,
  end: number,
  mdx = false,
): string {
  const scanner = new FenceScanner(mdx);
  let before: OpenFence | undefined;
  for (let at = 0; at < end;) {
    LINE.lastIndex = at;
    const [line, content] = LINE.exec(sectionText)!;
    if (at === start) before = scanner.open;
    // The last line counts as far as it is shown.
    scanner.line(content.slice(0, end - at));
    if (at < start && start < at + line.length) before = scanner.open;
    at += line.length;
  }
  const after = scanner.open;
  const passage = sectionText.slice(start, end);
  const opening = before
    ? `${before.prefix}${before.marker}${before.info}\n`
    : "";
  if (!after) return opening + passage;
  const gap = /[\r\n]$/.test(passage) || passage === "" ? "" : "\n";
  return `${opening}${passage}${gap}${after.prefix}${after.marker}`;
}
