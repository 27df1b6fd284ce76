import { bestCuts } from "./_best_cuts.ts";
import { firstEndingAfter } from "./_section_lines.ts";
import type { FenceSpan } from "./balanced.ts";
import type { Block, Outline } from "../document/outline.ts";

/** A part of a section: what is searched. Offsets are those of the document. */
export interface Passage {
  start: number;
  end: number;
  /**
   * The h3 … h6 headings in force at its start, as rendered, outermost first;
   * one that the passage begins with is in force.
   */
  deeper: string[];
  /** Code blocks, fences included, within [start, end). */
  code: [number, number][];
  /** Fenced code blocks of which a part is within [start, end), each whole. */
  fences: FenceSpan[];
  /** What must neither be indexed nor shown, within [start, end). */
  hidden: [number, number][];
  /** Heading lines of any depth within [start, end). */
  headings: [number, number][];
}

/** Sizes in UTF-16 units. */
export interface CutOptions {
  /** The length that passages are wished to have; none is over twice it. */
  passageSize: number;
  /** About how much of a passage the next one repeats; at most half of it. */
  overlap: number;
}

/**
 * Cuts `text[start, end)` into passages: in order, without a gap, each
 * beginning at or before the end of the one before.
 *
 * @param outline Of the whole document.
 * @throws {RangeError} if the size is under 40 or the overlap over half of it.
 */
export function passages(
  text: string,
  start: number,
  end: number,
  outline: Outline,
  options: CutOptions,
): Passage[] {
  const { passageSize, overlap } = options;
  if (!(passageSize >= 40 && overlap >= 0 && overlap <= passageSize / 2)) {
    throw new RangeError(
      `passage size ${passageSize} with overlap ${overlap}: the size must be at least 40, the overlap at most half of it`,
    );
  }
  if (start >= end) return [];
  const spans: [number, number][] = end - start <= passageSize
    ? [[start, end]]
    : bestCuts(text, start, end, outline, options, false) ??
      bestCuts(text, start, end, outline, options, true)!;
  return describe(text, spans, start, outline);
}

/** Adds to each span what the outline knows of it. */
function describe(
  text: string,
  spans: [number, number][],
  sectionStart: number,
  { headings, blocks }: Outline,
): Passage[] {
  let nextHeading = firstEndingAfter(headings, sectionStart);
  const inForce: { depth: number; text: string }[] = [];
  return spans.map(([start, end]) => {
    for (; nextHeading < headings.length; nextHeading++) {
      const { start: at, depth, nested, ...head } = headings[nextHeading]!;
      const text = head.plain || head.text;
      if (at > start) break;
      if (nested) continue;
      while (inForce.length > 0 && inForce.at(-1)!.depth >= depth) {
        inForce.pop();
      }
      if (depth > 2) inForce.push({ depth, text });
    }
    const passage: Passage = {
      start,
      end,
      deeper: inForce.map(({ text }) => text),
      code: [],
      fences: [],
      hidden: [],
      headings: [],
    };
    const clip = (span: { start: number; end: number }): [number, number] => [
      Math.max(start, span.start),
      Math.min(end, span.end),
    ];
    for (const block of overlapping(blocks, start, end)) {
      const { kind, fence } = block;
      if (kind === "code") passage.code.push(clip(block));
      else if (kind === "hidden") passage.hidden.push(clip(block));
      if (fence) passage.fences.push(fenceSpan(text, block, fence.closed));
    }
    for (const heading of overlapping(headings, start, end)) {
      passage.headings.push(clip(heading));
    }
    return passage;
  });
}

/** The elements, in order, that overlap [start, end). */
function* overlapping<T extends { start: number; end: number }>(
  elements: readonly T[],
  start: number,
  end: number,
): Generator<T> {
  for (let i = firstEndingAfter(elements, start); i < elements.length; i++) {
    const element = elements[i]!;
    if (element.start >= end) return;
    yield element;
  }
}

/** Where the line of a fence's opening marker, and its closing marker, start. */
function fenceSpan(text: string, block: Block, closed: boolean): FenceSpan {
  let { start, end } = block;
  // A byte order mark is no part of the line.
  while (start > 0 && !/[\r\n\uFEFF]/.test(text[start - 1]!)) start--;
  if (closed) {
    while (/[ \t]/.test(text[end - 1]!)) end--;
    while (/[`~]/.test(text[end - 1]!)) end--;
  }
  return { start, end, closed };
}
