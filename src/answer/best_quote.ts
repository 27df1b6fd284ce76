import { type TextUnit, textUnits } from "./text_units.ts";

/** UTF-16 units of prose that a quote has at most. */
const LONGEST_PROSE = 400;
/** Of a code block that belongs to it. */
const LONGEST_CODE = 800;
/** Of a list that belongs to it. */
const LONGEST_LIST = 800;
/** A heading that covers so much of a question asks it itself. */
const HEADING_MATCH = 0.6;
/** What is but a link to an answer counts so much less. */
const POINTER = 0.2;
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
 * that together cover the question best and are not long, with the code or the
 * list that the last sentence introduces.
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
      const { kind, end } = units[to]!;
      if (kind === "columns") continue;
      const length = end - units[from]!.start;
      if (kind === "heading" || (to > from && length > LONGEST_PROSE)) break;
      const { words, isPointer } = readable(
        text.slice(units[from]!.start, end),
      );
      const heading = units[from - 1]?.kind === "heading"
        ? textOf(text, units[from - 1]!)
        : "";
      // Under a heading that asks the same, the answer does not say it again.
      const covered = heading !== "" && coverage(heading) >= HEADING_MATCH
        ? coverage(heading + words)
        : coverage(words);
      const value = covered - WORTH * length / 100 - (isPointer ? POINTER : 0);
      if (!best || value > best.value) best = { from, to, value, covered };
    }
  }
  if (best === undefined) return undefined;
  let { from, to } = best;
  if (isIntroduced(text, units[to]!, units[to + 1])) to++;
  else if (/[:：]$/.test(text.slice(0, units[to]!.end))) {
    to = endOfList(text, units, to);
  } // Code alone is hard to understand.
  else if (
    units[from]!.kind === "code" && units[from - 1]?.kind === "sentence"
  ) from--;
  const { start } = units[from]!, { end } = units[to]!;
  return { start, end, coverage: best.covered };
}

const LINK = /!?\[([^\]]*)\]\([^)\s]*\)/g;
/** A tag without attributes may be what is asked about. */
const ADDRESS = /https?:\/\/[^\s<>"')]+|<[A-Za-z][\w.-]*\s[^<>]*>/g;
const TAG = /<\/?[A-Za-z][^<>]*>/g;

/**
 * What a reader reads of a text: an address has the words of a question without
 * answering it. Where hardly anything but links is left, it only points to an
 * answer.
 */
function readable(text: string): { words: string; isPointer: boolean } {
  const words = text.replace(LINK, "$1").replace(ADDRESS, " ");
  const beside = text.replace(LINK, "").replace(ADDRESS, "").replace(TAG, "")
    .replace(/[^\p{L}\p{N}]/gu, "");
  const all = words.replace(TAG, "").replace(/[^\p{L}\p{N}]/gu, "");
  return { words, isPointer: beside.length < all.length / 2 };
}

function textOf(text: string, { start, end }: TextUnit): string {
  return text.slice(start, end) + "\n";
}

/** The last unit of a list that follows directly, as far as there is room. */
function endOfList(
  text: string,
  units: readonly TextUnit[],
  introduction: number,
): number {
  const { end: start } = units[introduction]!;
  let to = introduction;
  if (!units[to + 1]?.item) return to;
  while (
    to + 1 < units.length && units[to + 1]!.kind === "sentence" &&
    units[to + 1]!.end - start <= LONGEST_LIST &&
    // A paragraph after it is not of it.
    (units[to + 1]!.item ||
      !/\n[ \t]*\r?\n/.test(text.slice(units[to]!.end, units[to + 1]!.start)))
  ) to++;
  return to;
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
