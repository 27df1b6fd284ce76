import { type TextUnit, textUnits } from "./text_units.ts";

/** UTF-16 units of prose that a quote has at most. */
const LONGEST_PROSE = 400;
/** Of a code block that belongs to it. */
const LONGEST_CODE = 800;
/** What 100 more units to read must add, of a coverage of 0..1. */
const WORTH = 0.02;

/** A stretch of a text that answers. */
export interface QuoteSpan {
  /** UTF-16 offsets. */
  start: number;
  end: number;
  /** 0..1: how it covers the question. */
  coverage: number;
}

/**
 * The stretch of a text that answers best: the sentences, table rows or code
 * that together cover the question best and are not long, with the code that
 * the last sentence introduces.
 *
 * @param coverage how well a text covers the question, 0..1
 * @returns undefined for a text without a sentence
 */
export function bestQuote(
  text: string,
  coverage: (text: string) => number,
): QuoteSpan | undefined {
  const units = textUnits(text);
  let best:
    | { from: number; to: number; value: number; covered: number }
    | undefined;
  for (let from = 0; from < units.length; from++) {
    for (let to = from; to < units.length; to++) {
      const { kind, end } = units[to];
      const length = end - units[from].start;
      if (kind === "heading" || (to > from && length > LONGEST_PROSE)) break;
      const covered = coverage(text.slice(units[from].start, end));
      const value = covered - WORTH * length / 100;
      if (!best || value > best.value) best = { from, to, value, covered };
    }
  }
  if (best === undefined) return undefined;
  let { from, to } = best;
  if (isIntroduced(text, units[to], units[to + 1])) to++;
  // Code alone is hard to understand.
  else if (
    units[from].kind === "code" && units[from - 1]?.kind === "sentence"
  ) from--;
  const { start } = units[from], { end } = units[to];
  return { start, end, coverage: best.covered };
}

/** Whether code follows a sentence directly, and is not too long. */
function isIntroduced(
  text: string,
  last: TextUnit,
  code: TextUnit | undefined,
): boolean {
  return code?.kind === "code" && last.kind !== "code" &&
    code.end - code.start <= LONGEST_CODE &&
    /[:：。.]$/.test(text.slice(last.start, last.end));
}
