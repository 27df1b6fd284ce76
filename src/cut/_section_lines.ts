import { isCloser, isOpener } from "./_wrappers.ts";
import type { Heading, Outline, OutlineElement } from "../document/outline.ts";

/** A line of a section, and the heading or block that it belongs to. */
export interface Line {
  start: number;
  /** Without the line end. */
  end: number;
  /** The start of the next line. */
  next: number;
  blank: boolean;
  /** None: a blank line between blocks, or only markers of containers. */
  element?: OutlineElement;
  /** How many lines of `element` were before this one. */
  number: number;
  /** The element before `element`. */
  previous?: OutlineElement;
  /** Where the last one before `element` ends that is a wrapper or no prose. */
  barrier: number;
}

const LINE = /([^\r\n]*)(?:\r\n|\n|\r|$)/y;

/**
 * The lines of `text[start, end)` in order.
 *
 * @param outline Of the whole document.
 */
export function* sectionLines(
  text: string,
  start: number,
  end: number,
  outline: Outline,
): Generator<Line> {
  const { headings, blocks } = outline;
  let nextHeading = firstEndingAfter(headings, start);
  let nextBlock = firstEndingAfter(blocks, start);
  let element: OutlineElement | undefined;
  let previous: OutlineElement | undefined;
  let number = 0;
  let barrier = start;

  const leave = (): void => {
    previous = element!;
    if (
      !isProse(previous) || isOpener(text, previous) || isCloser(text, previous)
    ) barrier = previous.end;
    element = undefined;
  };
  const enter = (before: number): boolean => {
    // A comment inside a heading is a block, but no element of its own.
    while (
      previous && nextBlock < blocks.length &&
      blocks[nextBlock]!.end <= previous.end
    ) nextBlock++;
    const heading = headings[nextHeading];
    const block = blocks[nextBlock];
    const next = block && (!heading || block.start < heading.start)
      ? block
      : heading;
    if (!next || next.start >= before) return false;
    if (next === heading) nextHeading++;
    else nextBlock++;
    element = next;
    number = 0;
    return true;
  };

  for (let at = start; at < end;) {
    LINE.lastIndex = at;
    const [whole, content = ""] = LINE.exec(text)!;
    const line = {
      start: at,
      end: Math.min(at + content.length, end),
      next: at + whole.length,
    };
    at = line.next;
    if (element && element.end <= line.start) leave();
    if (element) number++;
    else enter(line.end);
    const blank = content.trim() === "";
    yield { ...line, blank, element, number, previous, barrier };
    // A paragraph with a comment is several blocks: the next line belongs to
    // the last of them.
    while (element && element.end <= line.end) {
      leave();
      if (!enter(line.next)) break;
    }
  }
}

/** The index of the first span that ends behind `offset`. */
export function firstEndingAfter(
  spans: readonly { end: number }[],
  offset: number,
): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (spans[middle]!.end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether it is a heading. */
export function isHeading(element: OutlineElement): element is Heading {
  return "depth" in element;
}

/** Whether it is running text: what may be cut within, and overlap. */
export function isProse(element: OutlineElement): boolean {
  return !isHeading(element) &&
    (element.kind === "paragraph" || element.kind === "list_item" ||
      element.kind === "html");
}
