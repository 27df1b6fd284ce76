import type { QueryTerm } from "../index/keyword_candidates.ts";
import { fold } from "../text/fold.ts";

/** Length of a snippet in units: about two lines of a terminal. */
const SNIPPET_UNITS = 200;

// Sets, since compiling regular expressions would slow start-up.
const SENTENCE_ENDS = new Set(units("\n。！？"));
const GAPS = new Set(units(" \t\r\n\u3000、。"));

/** What counts as a match: a term or, for a prefix, any term that starts with it. */
export interface Matcher {
  terms: ReadonlySet<string>;
  prefixes: readonly string[];
}

/** What a query's terms match in a text. */
export function matcherOf(terms: readonly QueryTerm[]): Matcher {
  return {
    terms: new Set(terms.map(({ term }) => term)),
    prefixes: terms.filter(({ prefix }) => prefix).map(({ term }) => term),
  };
}

/** A range of text in UTF-16 offsets. */
export type TextSpan = [start: number, end: number];

/**
 * Where the words of a query occur in a text. Uses the terms of the search, so
 * that Japanese is highlighted as it was matched. Overlapping matches (the
 * bigrams of one word) are merged into one span.
 */
export function highlight(text: string, matcher: Matcher): TextSpan[] {
  const spans: TextSpan[] = [];
  for (const { start, end } of matches(text, matcher)) {
    const last = spans.at(-1);
    if (last !== undefined && start <= last[1]) {
      last[1] = Math.max(last[1], end);
    } else {
      spans.push([start, end]);
    }
  }
  return spans;
}

/** The terms that occur in a text, each once, in the order of first occurrence. */
export function matchedTerms(text: string, matcher: Matcher): string[] {
  return [...new Set(matches(text, matcher).map(({ term }) => term))];
}

/**
 * The excerpt of a passage that best shows why it was found: the window of about
 * 200 units with the most distinct query words, starting at the beginning of a
 * line or sentence if one is near.
 *
 * @param hidden Spans of the text to leave out.
 * @returns Its offsets in the text, without white space at its ends.
 */
export function snippet(
  text: string,
  matcher: Matcher,
  hidden: TextSpan[] = [],
): TextSpan {
  const visible = visibleParts(text, hidden);
  let best = { from: 0, to: 0, words: -1, part: visible[0] ?? [0, 0] };
  for (const part of visible) {
    const found = matches(text.slice(part[0], part[1]), matcher);
    const candidates = found.length === 0
      ? [0]
      : found.map(({ start }) => start);
    for (const start of candidates) {
      const from = part[0] + start;
      const within = found.filter((match) =>
        match.start >= start && match.end <= start + SNIPPET_UNITS - 40
      );
      const words = new Set(within.map(({ term }) => term)).size;
      if (words > best.words) {
        const to = part[0] + (within.at(-1)?.end ?? start);
        best = { from, to, words, part };
      }
    }
  }
  const [first, last] = best.part;
  const from = boundaryBefore(text, best.from, Math.max(first, best.from - 80));
  const to = boundaryAfter(
    text,
    Math.max(best.to, from + 1),
    Math.min(last, from + SNIPPET_UNITS),
  );
  return trimmed(text, withoutOpenFence(text, [from, to]));
}

/**
 * Cuts at a code fence that is not closed within the window, so that a snippet is
 * either code or text. The longer side is kept.
 */
function withoutOpenFence(text: string, [from, to]: TextSpan): TextSpan {
  const shown = text.slice(from, to);
  // Compiling the expression costs 0.2 ms at start-up.
  if (!shown.includes("```") && !shown.includes("~~~")) return [from, to];
  const fences = [...shown.matchAll(/^[ \t>]*(?:`{3,}|~{3,})[^\n]*(?:\n|$)/gm)];
  if (fences.length % 2 === 0) return [from, to];
  const first = fences[0]!, last = fences.at(-1)!;
  const tailStart = first.index + first[0].length;
  const head = shown.slice(0, last.index), tail = shown.slice(tailStart);
  return head.trim().length >= tail.trim().length
    ? [from, from + last.index]
    : [from + tailStart, to];
}

/** A span without the white space at its ends. */
function trimmed(text: string, [from, to]: TextSpan): TextSpan {
  const part = text.slice(from, to);
  const start = from + part.length - part.trimStart().length;
  return [start, Math.max(start, from + part.trimEnd().length)];
}

interface Match {
  term: string;
  start: number;
  end: number;
}

/**
 * Every occurrence of every term in the folded text, as it was indexed. An
 * alphabetic term must be a whole word or a camelCase part of an identifier;
 * bigrams of text without spaces may occur anywhere.
 */
function matches(text: string, { terms, prefixes }: Matcher): Match[] {
  const folded = fold(text);
  const { offsets } = folded;
  const found: Match[] = [];
  for (const term of [...terms, ...prefixes]) {
    const alphabetic = isWordUnit(term.charCodeAt(0));
    let at = -1;
    while ((at = folded.text.indexOf(term, at + 1)) >= 0) {
      const start = offsets === null ? at : offsets[at]!;
      const end = endOf(offsets, at + term.length);
      if (!alphabetic || isWord(text, start, end)) {
        found.push({ term, start, end });
      }
    }
  }
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Original end offset of the character that contains folded unit `end - 1`. */
function endOf(offsets: Uint32Array | null, end: number): number {
  if (offsets === null) return end;
  const last = offsets[end - 1];
  while (end < offsets.length - 1 && offsets[end] === last) end++;
  return offsets[end]!;
}

function isWord(text: string, start: number, end: number): boolean {
  const before = text.charCodeAt(start - 1), after = text.charCodeAt(end);
  return (!isWordUnit(before) || isCapital(text.charCodeAt(start))) &&
    (!isWordUnit(after) || isCapital(after));
}

/** Letters and digits of scripts with spaces, roughly; false for NaN. */
function isWordUnit(unit: number): boolean {
  return unit >= 0xaa && unit < 0x2000 || isCapital(unit) ||
    unit >= 0x61 && unit <= 0x7a || unit >= 0x30 && unit <= 0x39;
}

function isCapital(unit: number): boolean {
  return unit >= 0x41 && unit <= 0x5a;
}

function visibleParts(text: string, hidden: TextSpan[]): TextSpan[] {
  const parts: TextSpan[] = [];
  let at = 0;
  const end: TextSpan = [text.length, text.length];
  for (const [from, to] of [...hidden, end]) {
    if (text.slice(at, from).trim() !== "") parts.push([at, from]);
    at = Math.max(at, to);
  }
  return parts;
}

/** Beginning of the line or sentence that holds `at`, not before `least`. */
function boundaryBefore(text: string, at: number, least: number): number {
  for (let i = at; i > least; i--) {
    if (SENTENCE_ENDS.has(text.charCodeAt(i - 1))) return i;
  }
  if (least === 0) return 0;
  for (let i = least; i < at; i++) {
    if (GAPS.has(text.charCodeAt(i))) return i + 1;
  }
  return wholeUnit(text, least);
}

/** End of a sentence or word near `most`, not before `at`. */
function boundaryAfter(text: string, at: number, most: number): number {
  if (most >= text.length) return text.length;
  for (let i = most; i > Math.max(at, most - 60); i--) {
    if (SENTENCE_ENDS.has(text.charCodeAt(i - 1))) return i;
  }
  for (let i = most; i > at; i--) {
    if (GAPS.has(text.charCodeAt(i))) return i;
  }
  const further = Math.min(text.length, most + 60);
  for (let i = most; i < further; i++) {
    if (GAPS.has(text.charCodeAt(i))) return i;
  }
  return wholeUnit(text, most);
}

function units(text: string): number[] {
  return text.split("").map((it) => it.charCodeAt(0));
}

/** Moves an offset out of a surrogate pair. */
function wholeUnit(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit < 0xe000 && at > 0 ? at - 1 : at;
}
