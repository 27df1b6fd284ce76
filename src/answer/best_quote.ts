import { type TextUnit, textUnits } from "./text_units.ts";

/** UTF-16 units of prose that a quote has about at most. */
const LONGEST_PROSE = 400;
/** Of a code block that belongs to it. */
const LONGEST_CODE = 800;
/** What another sentence must add to be worth reading, of a coverage of 0..1. */
const WORTH = 0.04;

/**
 * The stretch of a text that answers best: the sentence or code block that
 * covers the question best, the neighbours that add to it, and the code that a
 * sentence introduces.
 *
 * @param coverage how well a text covers the question, 0..1
 * @returns UTF-16 offsets; undefined for a text without a sentence
 */
export function bestQuote(
  text: string,
  coverage: (text: string) => number,
): { start: number; end: number; coverage: number } | undefined {
  const units = textUnits(text);
  const own = units.map((unit) =>
    unit.kind === "heading" ? -1 : coverage(text.slice(unit.start, unit.end))
  );
  let from = own.indexOf(Math.max(...own));
  if (from < 0 || own[from] < 0) return undefined;
  let to = from, covered = own[from];
  const slice = (a: number, b: number) =>
    text.slice(units[a].start, units[b].end);
  const tryTo = (a: number, b: number): boolean => {
    const added = units[a < from ? a : b];
    if (added === undefined || added.kind === "heading") return false;
    if (units[b].end - units[a].start > LONGEST_PROSE) return false;
    const now = coverage(slice(a, b));
    if (now < covered + WORTH) return false;
    [from, to, covered] = [a, b, now];
    return true;
  };
  while (
    (to + 1 < units.length && tryTo(from, to + 1)) ||
    (from > 0 && tryTo(from - 1, to))
  );
  const code = units[to + 1];
  if (isIntroduced(text, units[to], code)) to++;
  // Code alone is hard to understand.
  else if (
    units[from].kind === "code" && units[from - 1]?.kind === "sentence"
  ) from--;
  const { start } = units[from], { end } = units[to];
  return { start, end, coverage: covered };
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
