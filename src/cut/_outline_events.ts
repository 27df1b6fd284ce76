import type { postprocess } from "micromark";
import type { BlockKind } from "../document/outline.ts";

/** What micromark tells, in document order. */
export type Events = ReturnType<typeof postprocess>;

/** A heading or a leaf block as the parser sees it. */
export interface Leaf {
  kind: Exclude<BlockKind, "hidden"> | "heading" | "definition";
  start: number;
  end: number;
  /** Inside a list item or a quote. */
  nested: boolean;
  /** Of a heading: 1 to 6, and the span of what is between its markers. */
  heading?: { depth: number; content: [number, number] };
  /** Of fenced code. */
  fence?: { marker: string; info: string; closed: boolean };
}

/**
 * Headings and leaf blocks out of micromark's block events, in order.
 *
 * @param base Offset in `text` that micromark calls 0.
 * @param start Where the part of `text` starts that it was given.
 */
export function leavesOfEvents(
  events: Events,
  text: string,
  base: number,
  start: number,
): Leaf[] {
  const leaves: Leaf[] = [];
  let containers = 0;
  // The marker of a list item whose first block has not come yet.
  let item = -1;
  let itemLine = -1;
  let depth = 0;
  let content: [number, number] = [0, 0];
  let fence = { marker: "", info: "", closed: false };
  let fences = 0;

  /** A block begins with its line, unless a container's marker is before it. */
  const lineStart = (offset: number): number => {
    let at = offset;
    while (at > start && (text[at - 1] === " " || text[at - 1] === "\t")) at--;
    const first = at <= start || text[at - 1] === "\n" || text[at - 1] === "\r";
    return first ? at : offset;
  };

  const enter = (
    type: string,
    from: number,
    to: number,
    line: number,
  ): void => {
    switch (type) {
      case "blockQuote":
      case "listOrdered":
      case "listUnordered":
        containers++;
        break;
      case "listItemPrefix":
        // Of "- - a" the first marker counts, of an empty item none.
        if (item < 0 || line !== itemLine) item = from;
        itemLine = line;
        break;
      case "atxHeading":
      case "setextHeading":
        depth = 0;
        content = [from, from];
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
        fence = { marker: "", info: "", closed: false };
        fences = 0;
        break;
      case "codeFencedFenceSequence":
        if (fences++ === 0) fence.marker = text.slice(from, to);
        else fence.closed = true;
        break;
      case "codeFencedFenceInfo":
      case "codeFencedFenceMeta":
        fence.info = `${fence.info} ${text.slice(from, to)}`.trim();
        break;
    }
  };

  const leaf = (
    type: string,
  ): Partial<Leaf> & Pick<Leaf, "kind"> | undefined => {
    switch (type) {
      case "atxHeading":
      case "setextHeading":
        return { kind: "heading", heading: { depth, content } };
      case "codeFenced":
        return { kind: "code", fence };
      case "codeIndented":
        return { kind: "code" };
      case "htmlFlow":
        return { kind: "html" };
      case "table":
        return { kind: "table" };
      case "thematicBreak":
        return { kind: "rule" };
      case "definition":
        return { kind: "definition" };
      case "paragraph":
        return { kind: item < 0 ? "paragraph" : "list_item" };
    }
  };

  for (const [step, { type, start, end }] of events) {
    const from = base + start.offset;
    const to = base + end.offset;
    if (step === "enter") {
      enter(type, from, to, start.line);
      continue;
    }
    if (/^(?:blockQuote|listOrdered|listUnordered)$/.test(type)) {
      containers--;
      item = -1;
    }
    const found = leaf(type);
    if (!found) continue;
    leaves.push({
      ...found,
      start: lineStart(
        found.kind === "list_item"
          ? item
          // A setext heading's token may begin with definitions before it.
          : type === "setextHeading"
          ? content[0]
          : from,
      ),
      end: withoutBlankLines(text, from, to),
      nested: containers > 0,
    });
    item = -1;
  }
  return leaves;
}

/** `end`, moved back over blank lines: an unclosed fence has them at its end. */
export function withoutBlankLines(
  text: string,
  start: number,
  end: number,
): number {
  const block = text.slice(start, end);
  const trimmed = block.trimEnd().length;
  return /[\r\n]/.test(block.slice(trimmed)) ? start + trimmed : end;
}
