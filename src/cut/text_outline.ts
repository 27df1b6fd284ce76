import type { Block, Outline } from "../document/outline.ts";

const LINE = /[^\r\n]*(?:\r\n|\n|\r|$)/y;

/**
 * The outline of plain text: a paragraph from blank line to blank line, no
 * headings.
 *
 * @param bodyStart UTF-16 offset where the content starts.
 */
export function textOutline(text: string, bodyStart: number): Outline {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (let at = bodyStart; at < text.length;) {
    LINE.lastIndex = at;
    const line = LINE.exec(text)![0];
    const content = line.trimEnd();
    if (content === "") {
      open = undefined;
    } else if (open) {
      open.end = at + content.length;
    } else {
      open = { kind: "paragraph", start: at, end: at + content.length };
      blocks.push(open);
    }
    at += line.length;
  }
  return { headings: [], blocks };
}
