import { type Budget, lineEnd } from "./_javascript.ts";
import { measureMdx } from "./_mdx_measure.ts";
import { rawBlockAt } from "./_raw_blocks.ts";
import type { Leaf } from "./_outline_events.ts";

// Places at which Markdown may be parsed in two halves: behind a blank line
// with text at column 0, which closes every container, paragraph and table; at
// a list item there; at a line there that goes on with a table or a paragraph;
// within a thousand blank lines, which CommonMark would let a list go on across.
const PIECE_START =
  /(?:\r\n|\n|\r(?!\n))(?:(?:[ \t]*(?:\r\n|\n|\r(?!\n))){1000,4000}|[ \t]*(?:\r\n|\n|\r(?!\n))(?=\S)|(?=[-*+] {1,3}\p{L})|(?=\|)|(?=\p{L}))/gu;

/** The first offset behind `from` at which a piece may start, or the length. */
export function pieceEnd(text: string, from: number): number {
  PIECE_START.lastIndex = from;
  return PIECE_START.test(text) ? PIECE_START.lastIndex : text.length;
}

/** Leads that put the parser where the piece before left off. */
const IN_TABLE = "|a|\n|-|\n";
const IN_PARAGRAPH = "a\n";

const DELIMITER_ROW = /\|[|:\- \t]*(?=[\r\n]|$)/y;
const ONE_LINE_END = /^[ \t]*(?:\r\n|\n|\r)$/;

/** What ends raw HTML that a blank line does not end. */
const RAW_HTML: [start: RegExp, end: RegExp][] = [
  [/^<!--/, /-->/g],
  [/^<\?/, /\?>/g],
  [/^<!\[CDATA\[/, /\]\]>/g],
  [/^<!/, />/g],
  [
    /^<(?:script|style|pre|textarea)(?![\w-])/i,
    /<\/(?:script|style|pre|textarea)>/gi,
  ],
];

/**
 * Where the leaf ends that was the last of a piece, if it goes on behind it:
 * a fence or raw HTML outside of containers, which only its closer ends. A
 * fence that is closed there is marked so.
 *
 * @param at Where the piece ended.
 * @param budget What is left for measuring blocks.
 * @returns The end of the closer's line, the text's length without one;
 *   `undefined` when the leaf does not go on.
 */
export function openEnd(
  text: string,
  at: number,
  { kind, start, end, nested, fence }: Leaf,
  budget: Budget,
  mdx: boolean,
): number | undefined {
  if (nested) return undefined;
  if (fence && !fence.closed) {
    const { marker } = fence;
    const indent = mdx ? "[ \\t]*" : " {0,3}";
    const closer = new RegExp(
      `(?<=[\\r\\n])${indent}${
        marker[0]
      }{${marker.length},}[ \\t]*(?=[\\r\\n]|$)`,
      "g",
    );
    closer.lastIndex = at;
    fence.closed = closer.test(text);
    return fence.closed ? closer.lastIndex : text.length;
  }
  if (kind !== "html") return undefined;
  if (mdx) {
    const reach = measureMdx(
      text,
      start + text.slice(start, end).search(/\S/),
      budget,
    );
    return reach > at ? reach : undefined;
  }
  const html = text.slice(start, end).trimStart();
  if (html[0] === "{") {
    const from = start + text.slice(start, end).indexOf("{");
    const reach = rawBlockAt(text, from, budget)?.end ?? -1;
    return reach > at ? reach : undefined;
  }
  const closer = RAW_HTML.find(([opener]) => opener.test(html))?.[1];
  if (!closer) return undefined;
  // The comment <!--> closes itself.
  closer.lastIndex = 2;
  if (closer.test(html)) return undefined;
  closer.lastIndex = at;
  return closer.test(text) ? lineEnd(text, closer.lastIndex) : text.length;
}

/**
 * What must be put before the piece that starts at `at` so that it parses as
 * it does behind all that comes before it; `undefined` when nothing can do
 * that, because raw HTML, a definition or a lazy paragraph may go on there.
 *
 * @param last The last leaf before `at`, no open fence or open raw HTML.
 */
export function leadOf(
  text: string,
  at: number,
  last: Leaf | undefined,
): string | undefined {
  if (!last || !ONE_LINE_END.test(text.slice(last.end, at))) return "";
  switch (last.kind) {
    case "html":
    case "definition":
      return undefined;
    case "paragraph":
    case "list_item":
    case "table":
      if (/[-*+]/.test(text[at]!)) return "";
      DELIMITER_ROW.lastIndex = at;
      if (last.nested || DELIMITER_ROW.test(text)) return undefined;
      return last.kind === "table" ? IN_TABLE : IN_PARAGRAPH;
    default:
      return "";
  }
}
