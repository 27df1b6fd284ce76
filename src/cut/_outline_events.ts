import type { postprocess } from "micromark";
import { headingText } from "./_heading_text.ts";
import { hiddenInHtml, hiddenInProse, type Span } from "./_hidden.ts";
import type { Block, BlockKind, Heading } from "./outline.ts";

/** What micromark tells, in document order. */
export type Events = ReturnType<typeof postprocess>;

/** A heading whose anchor is not settled yet. */
export type BareHeading = Omit<Heading, "anchor"> & { explicit?: string };

/** The outline of a part of a document. */
export interface PartOutline {
  headings: BareHeading[];
  blocks: Block[];
  /** Its last block is a fence or raw HTML that nothing closes. */
  open: boolean;
}

/**
 * Headings and leaf blocks out of micromark's block events.
 *
 * @param start Offset in `text` of what micromark was given.
 */
export function outlineOfEvents(
  events: Events,
  text: string,
  start: number,
  mdx: boolean,
): PartOutline {
  const headings: BareHeading[] = [];
  const blocks: Block[] = [];
  let open = false;
  let containers = 0;
  // The marker of a list item whose first block has not come yet.
  let item = -1;
  let depth = 0;
  let content: Span | undefined;
  let marker = "";
  let fences = 0;
  let info = "";

  /** A block begins with its line, unless a container's marker is before it. */
  const fromLineStart = (offset: number): number => {
    let at = offset;
    while (at > start && (text[at - 1] === " " || text[at - 1] === "\t")) at--;
    return at === start || text[at - 1] === "\n" || text[at - 1] === "\r"
      ? at
      : offset;
  };
  const prose = (kind: BlockKind, from: number, to: number): void => {
    split(text, blocks, kind, from, to, hiddenInProse(text, from, to, mdx));
  };

  for (const [step, token] of events) {
    const from = start + token.start.offset;
    const to = start + token.end.offset;
    if (step === "enter") {
      switch (token.type) {
        case "blockQuote":
        case "listOrdered":
        case "listUnordered":
          containers++;
          break;
        case "listItemPrefix":
          if (item < 0) item = from;
          break;
        case "atxHeading":
        case "setextHeading":
          depth = 0;
          content = undefined;
          break;
        case "atxHeadingSequence":
          depth ||= to - from;
          break;
        case "setextHeadingLineSequence":
          depth = text[from] === "=" ? 1 : 2;
          break;
        case "atxHeadingText":
        case "setextHeadingText":
          content = [from, to];
          break;
        case "codeFenced":
          fences = 0;
          info = "";
          break;
        case "codeFencedFenceSequence":
          if (fences++ === 0) marker = text.slice(from, to);
          break;
        case "codeFencedFenceInfo":
        case "codeFencedFenceMeta":
          info = `${info} ${text.slice(from, to)}`.trim();
          break;
      }
      continue;
    }
    switch (token.type) {
      case "blockQuote":
      case "listOrdered":
      case "listUnordered":
        containers--;
        break;
      case "atxHeading":
      case "setextHeading": {
        const source = content ? text.slice(...content) : "";
        headings.push({
          depth,
          ...headingText(source.replace(/(?:\r\n?|\n)[ \t>]*/g, " "), mdx),
          start: fromLineStart(from),
          end: to,
          nested: containers > 0,
        });
        if (content) {
          for (const [start, end] of hiddenInProse(text, ...content, mdx)) {
            blocks.push({ kind: "hidden", start, end });
          }
        }
        break;
      }
      case "codeFenced":
        blocks.push({
          kind: "code",
          start: fromLineStart(from),
          end: to,
          fence: { marker, info },
        });
        break;
      case "codeIndented":
        blocks.push({ kind: "code", start: fromLineStart(from), end: to });
        break;
      case "htmlFlow": {
        const block = fromLineStart(from);
        const hidden: Span[] = isModuleOrComment(text, from, to)
          ? [[block, to]]
          : hiddenInHtml(text, block, to);
        split(text, blocks, "html", block, to, hidden);
        break;
      }
      case "table":
        prose("table", fromLineStart(from), to);
        break;
      case "thematicBreak":
        blocks.push({ kind: "rule", start: fromLineStart(from), end: to });
        break;
      case "definition":
      case "paragraph":
        if (item >= 0) prose("list_item", fromLineStart(item), to);
        else prose("paragraph", fromLineStart(from), to);
        break;
      default:
        continue;
    }
    item = -1;
    open = token.type === "codeFenced" && fences < 2 ||
      token.type === "htmlFlow" && isOpenHtml(text.slice(from, to));
  }
  return { headings, blocks, open };
}

/** MDX only: CommonMark's raw HTML begins with "<". */
function isModuleOrComment(text: string, from: number, to: number): boolean {
  if (text[from] === "<") return false;
  return text[from] !== "{" ||
    /^(?:\{\s*\/\*(?:(?!\*\/)[\s\S])*\*\/\s*\}\s*)+$/.test(
      text.slice(from, to),
    );
}

/** Whether raw HTML that runs to the end would go on behind it. */
function isOpenHtml(html: string): boolean {
  const start = /^<(?:(!--)|(\?)|(!\[CDATA\[)|(!)|script|style|pre|textarea)/i
    .exec(html);
  if (!start) return false;
  const rest = html.slice(2);
  if (start[1]) return !rest.includes("-->");
  if (start[2]) return !rest.includes("?>");
  if (start[3]) return !rest.includes("]]>");
  if (start[4]) return !rest.includes(">");
  return !/<\/(?:script|style|pre|textarea)>/i.test(rest);
}

/** Adds the block, cut in pieces around what is hidden in it. */
function split(
  text: string,
  blocks: Block[],
  kind: BlockKind,
  from: number,
  to: number,
  hidden: Span[],
): void {
  let at = from;
  for (const [start, end] of hidden) {
    if (/\S/.test(text.slice(at, start))) {
      blocks.push({ kind, start: at, end: start });
    }
    blocks.push({ kind: "hidden", start, end });
    at = end;
  }
  if (/\S/.test(text.slice(at, to))) blocks.push({ kind, start: at, end: to });
}
