import { firstEndingAfter } from "./_section_lines.ts";
import type { Outline } from "../document/outline.ts";

/** From an h1 or h2 to the next; offsets are those of the document. */
export interface SectionSpan {
  /** Empty for the text before the first heading. */
  anchor: string;
  /** The h1 and h2 it stands under, its own included, as rendered. */
  headingPath: string[];
  /** Of its heading; 0 for the text before the first. */
  depth: 0 | 1 | 2;
  start: number;
  end: number;
}

/**
 * The sections of a document, in order: they follow on each other from the
 * first one's start to the end of the text. Headings in lists and quotes cut
 * nothing; text before the first heading is a section of its own, unless it is
 * all white space or hidden.
 *
 * @param bodyStart UTF-16 offset behind byte order mark and front matter.
 */
export function sections(
  text: string,
  bodyStart: number,
  outline: Outline,
): SectionSpan[] {
  const found: SectionSpan[] = [];
  const heads = outline.headings.filter(({ depth, nested }) =>
    depth <= 2 && !nested
  );
  const firstHead = heads[0]?.start ?? text.length;
  const visible = firstVisible(text, bodyStart, firstHead, outline);
  if (visible < firstHead) {
    found.push({
      anchor: "",
      headingPath: [],
      depth: 0,
      start: visible,
      end: firstHead,
    });
  }
  let title: string | undefined;
  heads.forEach((head, index) => {
    const name = head.plain || head.text;
    if (head.depth === 1) title = name;
    const above = title === undefined || head.depth === 1 ? [] : [title];
    found.push({
      anchor: head.anchor,
      headingPath: [...above, name],
      depth: head.depth as 1 | 2,
      start: head.start,
      end: heads[index + 1]?.start ?? text.length,
    });
  });
  return found;
}

const WHITE_SPACE = /[\s\uFEFF]*/y;

/**
 * The start of the first line in [start, end) that shows anything; `end` when
 * none does. A hidden block before that line is left out.
 */
function firstVisible(
  text: string,
  start: number,
  end: number,
  { blocks }: Outline,
): number {
  let at = start;
  for (let i = firstEndingAfter(blocks, start);; i++) {
    WHITE_SPACE.lastIndex = at;
    const shown = at + WHITE_SPACE.exec(text)![0].length;
    if (shown >= end) return end;
    const block = blocks[i];
    if (block?.kind !== "hidden" || block.start > shown) {
      // Back to the line's start, for its indentation may be code's.
      const line = Math.max(
        text.lastIndexOf("\n", shown - 1),
        text.lastIndexOf("\r", shown - 1),
      ) + 1;
      return Math.max(at, line, start);
    }
    at = Math.max(at, block.end);
  }
}
