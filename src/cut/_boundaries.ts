import { CUT_COST, GLUE_COST } from "./_cut_costs.ts";
import { glueCost } from "./_glue.ts";
import { inlineBoundaries } from "./_inline_boundaries.ts";
import {
  ASCII_SENTENCE_ENDS,
  SENTENCE_CLOSERS,
  WIDE_SENTENCE_ENDS,
} from "../text/sentences.ts";
import type { Block, Outline } from "../document/outline.ts";
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

/** A boundary that may turn out to be none: `glue` infinite. */
type Candidate = Omit<Boundary, "at">;

// A colon leads to the next line, but is as good a place.
const ENDS_SENTENCE = new RegExp(
  `[${WIDE_SENTENCE_ENDS}${ASCII_SENTENCE_ENDS}:：][${SENTENCE_CLOSERS}]*\\s*$`,
);

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
  const found: Boundary[] = [];
  let last = start;
  const add = (at: number, candidate: Candidate | undefined): void => {
    if (!candidate || at <= last || at >= end) return;
    if (candidate.glue === Infinity) return;
    found.push({ at, ...candidate });
    last = at;
  };
  // Where the blank lines just before the line begin.
  let blankFrom = start;
  for (const line of sectionLines(text, start, end, outline)) {
    add(line.start, atLineStart(text, line, blankFrom, options));
    const inside = withinLine(line, options);
    if (inside) {
      const { fine } = options;
      for (
        const { at, cost } of inlineBoundaries(text, line.start, line.end, fine)
      ) {
        // No overlap into code: each cut there is its own barrier.
        add(at, { ...inside, cost, barrier: Math.min(at, inside.barrier) });
      }
    }
    if (!line.blank) blankFrom = line.next;
  }
  return found;
}

function atLineStart(
  text: string,
  line: Line,
  blankFrom: number,
  { limit, fine, force }: BoundaryOptions,
): Candidate | undefined {
  const { element, previous, barrier, number, start, blank } = line;
  if (!element) {
    if (!blank) {
      // Markers with nothing behind them, as of an empty quote: under a heading
      // its text is still to come.
      const glue = !previous || !isHeading(previous)
        ? 0
        : force
        ? GLUE_COST.heading
        : GLUE_COST.never;
      return { cost: CUT_COST.line, glue, barrier };
    }
    // Blank lines stay with what is before them, unless they are very many.
    return start - blankFrom > fine
      ? { cost: CUT_COST.block, glue: 0, barrier }
      : undefined;
  }
  if (number === 0) {
    const glue = glueCost(text, previous, element);
    const cost = firstLineCost(text, line);
    return {
      cost,
      glue: force ? Math.min(glue, GLUE_COST.heading) : glue,
      // What is before a heading is another subject.
      barrier: isHeading(element) && !element.nested ? start : barrier,
    };
  }
  if (isHeading(element)) {
    return force ? { cost: 0, glue: GLUE_COST.heading, barrier } : undefined;
  }
  if (element.kind !== "code" && element.kind !== "table") {
    if (blank) return undefined;
    const ended = ENDS_SENTENCE.test(
      text.slice(Math.max(0, start - 20), start),
    );
    const cost = ended ? CUT_COST.sentenceLine : CUT_COST.line;
    return { cost, glue: 0, barrier };
  }
  const whole = element.end - element.start <= limit;
  if (!force && (whole || !mayBeginPassage(line, element))) return undefined;
  const cost = element.kind === "table"
    ? CUT_COST.row
    : codeLineCost(text.slice(start, line.end), blankFrom < start);
  return { cost, glue: whole ? GLUE_COST.whole : 0, barrier: start };
}

function codeLineCost(code: string, blankBefore: boolean): number {
  if (/^\s*(?:[)}\]]|<\/)/.test(code)) return CUT_COST.codeClosing;
  if (blankBefore) return CUT_COST.codeBlank;
  return /^\s/.test(code) ? CUT_COST.codeLine : CUT_COST.codeOuter;
}

function firstLineCost(text: string, { element, start }: Line): number {
  if (isHeading(element!)) {
    return element.nested
      ? CUT_COST.block
      : CUT_COST.heading[Math.max(0, element.depth - 3)]!;
  }
  if (element!.kind !== "list_item") return CUT_COST.block;
  const indent = text.slice(start, start + 8).search(/[^ \t]/);
  return CUT_COST.listItem + CUT_COST.listIndent * (indent < 0 ? 8 : indent);
}

/** Whether a line of code or of a table too long to be whole may do so. */
function mayBeginPassage(line: Line, element: Block): boolean {
  // A table's head, its rule and its first row stay together; so do an opening
  // fence and its first line, a closing fence and its last.
  return element.kind === "table"
    ? line.number > 2
    : line.number > 1 && line.end < element.end && !line.blank;
}

/** Whether the line may be cut within, and what that costs besides. */
function withinLine(
  { element, start, end, barrier }: Line,
  { limit, fine, force }: BoundaryOptions,
): Omit<Candidate, "cost"> | undefined {
  const length = end - start;
  const long = length > fine && force;
  if (!element) {
    return length > fine ? { glue: 0, barrier } : undefined;
  }
  if (isHeading(element)) {
    return long ? { glue: GLUE_COST.heading, barrier: Infinity } : undefined;
  }
  if (isProse(element)) return { glue: 0, barrier };
  if (element.end - element.start <= limit) {
    return long ? { glue: GLUE_COST.whole, barrier: Infinity } : undefined;
  }
  return long || length > limit ? { glue: 0, barrier: Infinity } : undefined;
}
