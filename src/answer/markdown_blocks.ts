/**
 * Which lines of a Markdown text are code, headings, list items and table rows:
 * enough for quoting and for checking citations. One pass over the lines, so that
 * time is linear also in long or broken answers.
 *
 * @module
 */

export type MarkdownBlockKind =
  | "paragraph"
  | "item"
  | "row"
  | "code"
  | "heading"
  /** The header of a table. */
  | "columns"
  /** Rules, the line under a table's header. */
  | "rule";

/** A block; offsets are UTF-16 units of the text. */
export interface MarkdownBlock {
  kind: MarkdownBlockKind;
  /** With markers and fences, to the end of the last line without its line end. */
  start: number;
  end: number;
  /** What it says: without the marker of an item, without the fences of code. */
  from: number;
  to: number;
  /** Items of a list, rows of a table have the same. */
  group: number;
  /** Of code: whether a fence opened it that nothing closed. */
  open?: boolean;
}

const ITEM = /^[ \t>]*(?:[-*+•・‣]|\d{1,3}[.)．]|[①-⑳])[ \t　]+(?:\[[ xX]\] )?/;
const FENCE = /^[ \t>]*(`{3,}|~{3,})/;

/** The blocks of a text, in order. Blank lines are in none. */
export function markdownBlocks(text: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let group = 0;
  let blank = true; // whether the line before is blank
  let fence: { mark: string; block: MarkdownBlock } | null = null;
  for (let at = 0; at < text.length;) {
    let end = text.indexOf("\n", at);
    if (end < 0) end = text.length;
    const start = at;
    at = end + 1;
    if (text[end - 1] === "\r") end--;
    const line = text.slice(start, end);
    if (fence !== null) {
      const closing = FENCE.exec(line)?.[1];
      const { mark, block } = fence;
      block.end = end;
      if (closing?.startsWith(mark) && line.trim().endsWith(closing)) {
        block.open = false;
        fence = null;
      } else block.to = end;
      blank = false;
      continue;
    }
    const last = blocks[blocks.length - 1];
    if (line.trim() === "") {
      blank = true;
      continue;
    }
    const add = (
      kind: MarkdownBlockKind,
      from = start,
      joins = false,
    ): MarkdownBlock => {
      if (!joins) group++;
      const block: MarkdownBlock = { kind, start, end, from, to: end, group };
      blocks.push(block);
      return block;
    };
    const opened = FENCE.exec(line);
    const next = blank;
    blank = false;
    if (
      opened !== null && !(opened[1]![0] === "`" &&
        line.indexOf("`", opened[0].length) >= 0)
    ) {
      const block = add("code", Math.min(at, text.length));
      block.to = block.from;
      block.open = true;
      fence = { mark: opened[1]!, block };
    } else if (/^(?: {4}|\t)/.test(line) && next && last?.kind !== "item") {
      if (last?.kind === "code" && last.open === undefined) {
        last.end = last.to = end;
      } else add("code");
    } else if (
      /^ {4}|^\t/.test(line) && last?.kind === "code" &&
      last.open === undefined
    ) {
      last.end = last.to = end;
    } else if (/^ {0,3}#{1,6}(?:\s|$)/.test(line)) {
      add("heading");
    } else if (!next && last?.kind === "paragraph" && /^=+\s*$/.test(line)) {
      last.kind = "heading";
      last.end = end;
    } else if (/^[\s>]*\|/.test(line)) {
      const joins = !next &&
        (last?.kind === "row" || last?.kind === "rule" ||
          last?.kind === "columns");
      if (/^[\s|:-]*$/.test(line) && line.includes("-")) {
        add("rule", start, joins);
        if (joins && last.kind === "row") last.kind = "columns";
      } else add("row", start, joins);
    } else if (/^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/.test(line)) {
      add("rule");
    } else {
      const item = ITEM.exec(line);
      if (item !== null) {
        const joins = last?.kind === "item" || last?.kind === "code" &&
            /^[ \t]/.test(text.slice(last.start, last.start + 1));
        add("item", start + item[0].length, joins);
      } else if (
        !next && (last?.kind === "paragraph" || last?.kind === "item")
      ) last.end = last.to = end;
      else if (last?.kind === "item" && /^[ \t]/.test(line)) {
        add("item", start, true);
      } else add("paragraph");
    }
  }
  return blocks;
}

/** Stands for a character of code in `withoutCode`. */
export const CODE = "\uE000";

/**
 * The text with every character of code, fenced or in a line, as {@link CODE};
 * offsets stay.
 */
export function withoutCode(
  text: string,
  blocks: readonly MarkdownBlock[],
): string {
  const parts: string[] = [];
  let done = 0;
  const hide = (from: number, to: number) => {
    parts.push(text.slice(done, from), CODE.repeat(to - from));
    done = to;
  };
  for (const block of blocks) {
    if (block.kind === "code") hide(block.start, block.end);
    else for (const [from, to] of codeSpans(text, block)) hide(from, to);
  }
  parts.push(text.slice(done));
  return parts.join("");
}

/** Code in a line, with its backticks (CommonMark 6.1). */
function codeSpans(
  text: string,
  { start, end }: MarkdownBlock,
): [number, number][] {
  const runs: [number, number][] = [];
  for (let i = text.indexOf("`", start); i >= 0 && i < end;) {
    let to = i;
    while (to < end && text[to] === "`") to++;
    if (!isEscaped(text, i)) runs.push([i, to]);
    else if (to - i > 1) runs.push([i + 1, to]);
    i = text.indexOf("`", to);
  }
  // The next run of the same length, from behind, so that no search repeats.
  const after = new Array<number>(runs.length).fill(-1);
  const seen = new Map<number, number>();
  for (let i = runs.length - 1; i >= 0; i--) {
    const length = runs[i]![1] - runs[i]![0];
    after[i] = seen.get(length) ?? -1;
    seen.set(length, i);
  }
  const spans: [number, number][] = [];
  for (let i = 0; i < runs.length; i++) {
    if (after[i]! < 0) continue;
    spans.push([runs[i]![0], runs[after[i]!]![1]]);
    i = after[i]!;
  }
  return spans;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
}
