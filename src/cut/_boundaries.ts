import { CUT_COST, GLUE_COST } from "./_cut_costs.ts";
import { glueCost } from "./_glue.ts";
import { inlineBoundaries } from "./_inline_boundaries.ts";
import type { Outline } from "./outline.ts";
import {
  isHeading,
  isProse,
  type Line,
  sectionLines,
} from "./_section_lines.ts";

/** A place at which a passage may end and the next begin. */
export interface Boundary {
  at: number;
  /** How bad a place it is in itself; see `CUT_COST`. */
  cost: number;
  /** Added because both sides belong together; see `GLUE_COST`. */
  glue: number;
  /** The next passage's overlap must not reach back before this. */
  barrier: number;
}

/** Sizes in UTF-16 units. */
export interface BoundaryOptions {
  /** The longest fence or table that is kept whole. */
  limit: number;
  /** Prose has a boundary at least about this often. */
  fine: number;
  /** Allow everything, at its cost: without it no cut was possible. */
  force: boolean;
}

const SENTENCE_END = /[。！？.!?:：][」』）)"'”’*_~`]*\s*$/;

/**
 * The places to cut `text[start, end)` at, in order, both ends excluded.
 *
 * @param outline Of the whole document.
 */
export function boundaries(
  text: string,
  start: number,
  end: number,
  outline: Outline,
  options: BoundaryOptions,
): Boundary[] {
  const { limit, fine, force } = options;
  const found: Boundary[] = [];
  let last = start;
  const add = (at: number, cost: number, glue: number, barrier: number) => {
    if (at <= last || at >= end || glue === Infinity) return;
    found.push({ at, cost, glue, barrier });
    last = at;
  };

  for (const line of sectionLines(text, start, end, outline)) {
    const { element, barrier } = line;
    const length = line.end - line.start;
    let lineBarrier = barrier;
    let cutsInside = length > fine && force;
    if (!element) {
      // Blank lines stay with what is before them, unless they are very many.
      const cost = !line.blank
        ? CUT_COST.line
        : line.start - last > fine
        ? CUT_COST.block
        : undefined;
      if (cost !== undefined) add(line.start, cost, 0, barrier);
      cutsInside ||= length > fine;
    } else if (isHeading(element)) {
      lineBarrier = element.nested ? barrier : line.start;
      if (line.number > 0) {
        if (force) add(line.start, GLUE_COST.whole, 0, lineBarrier);
      } else {
        const cost = element.nested
          ? CUT_COST.block
          : CUT_COST.heading[Math.max(0, element.depth - 3)];
        const glue = glueCost(text, line.previous, element);
        add(line.start, cost, glue, lineBarrier);
      }
    } else if (line.number === 0) {
      const cost = element.kind === "list_item"
        ? CUT_COST.listItem + CUT_COST.listIndent * indentation(text, line)
        : CUT_COST.block;
      const glue = glueCost(text, line.previous, element);
      add(
        line.start,
        cost,
        force ? Math.min(glue, GLUE_COST.heading) : glue,
        barrier,
      );
    } else if (isProse(element) || element.kind === "hidden") {
      if (!line.blank) {
        const before = text.slice(Math.max(start, line.start - 20), line.start);
        const ended = SENTENCE_END.test(before);
        add(
          line.start,
          ended ? CUT_COST.sentenceLine : CUT_COST.line,
          0,
          barrier,
        );
      }
    } else {
      lineBarrier = line.start;
      const kept = element.end - element.start <= limit;
      if (kept ? force : force || isLongBlockCut(line, element)) {
        const cost = lineCost(text, line, element.kind);
        add(line.start, cost, kept ? GLUE_COST.whole : 0, line.start);
      }
    }

    if (element && !isHeading(element)) {
      if (isProse(element)) cutsInside = true;
      else cutsInside ||= length > limit;
      if (element.kind === "code" || element.kind === "table") {
        // No overlap into code: each cut is its own barrier.
        lineBarrier = Infinity;
      }
    }
    if (cutsInside) {
      for (
        const { at, cost } of inlineBoundaries(text, line.start, line.end, fine)
      ) {
        add(at, cost, 0, Math.min(at, Math.max(lineBarrier, barrier)));
      }
    }
  }
  return found;
}

function indentation(text: string, line: Line): number {
  const indent = text.slice(line.start, line.start + 8).search(/[^ \t]/);
  return indent < 0 ? 8 : indent;
}

/** Lines of code or a table too long to be kept whole that may begin a passage. */
function isLongBlockCut(
  line: Line,
  element: { kind: string; end: number },
): boolean {
  // A table's head, its rule and its first row stay together; so do an opening
  // fence and its first line, a closing fence and its last.
  return element.kind === "table"
    ? line.number > 2
    : line.number > 1 && line.end < element.end;
}

function lineCost(text: string, line: Line, kind: string): number {
  if (kind === "table") return CUT_COST.row;
  if (line.blank) return CUT_COST.codeBlank;
  return /\s/.test(text[line.start]) ? CUT_COST.codeLine : CUT_COST.codeOuter;
}
