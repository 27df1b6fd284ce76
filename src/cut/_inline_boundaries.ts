import { CUT_COST } from "./_cut_costs.ts";
import { graphemeStart } from "./_grapheme.ts";
import {
  ABBREVIATIONS,
  ASCII_SENTENCE_ENDS,
  SENTENCE_CLOSERS,
  WIDE_SENTENCE_ENDS,
} from "../text/sentences.ts";

/** A place within a line at which a passage may end. */
export interface InlineBoundary {
  at: number;
  cost: number;
}

// A full-width mark ends a sentence by itself, an ASCII one before white space;
// closing quotes and brackets belong to it. 「…。」と goes on. Unlike
// `sentences`, this also cuts within brackets: a passage has to end somewhere.
const SENTENCE = new RegExp(
  `(?:[${WIDE_SENTENCE_ENDS}]+[${SENTENCE_CLOSERS}]*(?!と)|` +
    `(?<!\\b(?:${ABBREVIATIONS}))[${ASCII_SENTENCE_ENDS}]+[${SENTENCE_CLOSERS}]*` +
    "(?=[ \\t\\u3000]))[ \\t\\u3000]*",
  "g",
);
const COMMA = /(?:[、，；：]|[,;:](?=[ \t]))[ \t\u3000]*/g;
const SPACE = /[ \t\u3000]+/g;

/**
 * The places to cut the line `text[start, end)`: all its sentence ends, and
 * where these are more than `fine` apart, commas, then spaces, then any
 * character, so that no two are much more than `fine` apart.
 */
export function inlineBoundaries(
  text: string,
  start: number,
  end: number,
  fine: number,
): InlineBoundary[] {
  const line = text.slice(start, end);
  const found = ends(line, SENTENCE, start, 6)
    .map((at) => ({ at, cost: CUT_COST.sentence as number }));
  if (end - start <= fine) return found;
  const commas = refine(found, start, end, fine, (from, to) => {
    return ends(line.slice(from - start, to - start), COMMA, from, 1)
      .map((at) => ({ at, cost: CUT_COST.comma }));
  });
  const spaces = refine(commas, start, end, fine, (from, to) => {
    const step = fine / 10;
    let last = from;
    return ends(line.slice(from - start, to - start), SPACE, from, 1)
      .filter((at) => at - last >= step && (last = at) > 0)
      .map((at) => ({ at, cost: CUT_COST.space }));
  });
  return refine(spaces, start, end, fine, (from, to) => {
    const step = Math.max(1, Math.floor(fine / 5));
    const places: InlineBoundary[] = [];
    for (let last = from; last + step < to;) {
      last = graphemeStart(text, last + step, last);
      if (last < to) places.push({ at: last, cost: CUT_COST.codePoint });
    }
    return places;
  });
}

/** Where the matches end, strictly inside the piece that starts at `start`. */
function ends(
  piece: string,
  pattern: RegExp,
  start: number,
  least: number,
): number[] {
  const found: number[] = [];
  for (const match of piece.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (end >= least && end < piece.length) found.push(start + end);
  }
  return found;
}

/** Puts further places into the gaps that are wider than `fine`. */
function refine(
  places: InlineBoundary[],
  start: number,
  end: number,
  fine: number,
  between: (from: number, to: number) => InlineBoundary[],
): InlineBoundary[] {
  const refined: InlineBoundary[] = [];
  let from = start;
  for (const place of [...places, { at: end, cost: 0 }]) {
    if (place.at - from > fine) {
      for (const further of between(from, place.at)) refined.push(further);
    }
    if (place.at < end) refined.push(place);
    from = place.at;
  }
  return refined;
}
