/** What a unit of a text is. */
export type UnitKind = "sentence" | "code" | "row" | "heading";

/** A sentence, a code block, a table row or a heading: `text[start, end)`. */
export interface TextUnit {
  kind: UnitKind;
  start: number;
  /** Without white space at the end. */
  end: number;
}

const FENCE = /^[ \t>]*(`{3,}|~{3,})/;
const SENTENCE_END = /[。！？]+[」』）)]*|[.!?]+["')\]]*(?=\s|$)/g;
const NO_TEXT = /^[\s|:\-=*_>#]*$/;

/**
 * Cuts a text into what can be quoted by itself, in order. A paragraph's lines
 * belong together, a list item begins anew, a code block is one whole.
 */
export function textUnits(text: string): TextUnit[] {
  const units: TextUnit[] = [];
  let fence: { start: number; marker: string } | undefined;
  let prose: number | undefined;
  const endProse = (end: number) => {
    if (prose !== undefined) units.push(...sentences(text, prose, end));
    prose = undefined;
  };
  for (const { start, end } of lines(text)) {
    const line = text.slice(start, end);
    const marker = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (marker?.startsWith(fence.marker)) {
        units.push({ kind: "code", start: fence.start, end });
        fence = undefined;
      }
    } else if (marker !== undefined) {
      endProse(start);
      fence = { start, marker };
    } else if (NO_TEXT.test(line)) {
      endProse(start);
    } else if (/^ {0,3}#{1,6}[ \t]/.test(line)) {
      endProse(start);
      units.push({ kind: "heading", start, end });
    } else if (/^[ \t]*\|/.test(line)) {
      endProse(start);
      units.push({ kind: "row", start, end });
    } else if (/^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line)) {
      endProse(start);
      prose = start;
    } else prose ??= start;
  }
  endProse(text.length);
  // A passage may end within a fence.
  if (fence) units.push({ kind: "code", start: fence.start, end: text.length });
  return units.map((unit) => ({
    ...unit,
    end: unit.start + text.slice(unit.start, unit.end).trimEnd().length,
  })).filter(({ start, end }) => start < end);
}

function* lines(text: string): Generator<{ start: number; end: number }> {
  for (let start = 0; start < text.length;) {
    const at = text.indexOf("\n", start);
    const next = at < 0 ? text.length : at + 1;
    yield { start, end: next };
    start = next;
  }
}

function sentences(text: string, start: number, end: number): TextUnit[] {
  const found: TextUnit[] = [];
  const part = text.slice(start, end);
  let at = 0;
  for (const match of part.matchAll(SENTENCE_END)) {
    const stop = match.index + match[0].length;
    // `1. ` of a list and `e.g. ` end nothing.
    if (
      /(?:^\s*\d+|\b(?:e\.g|i\.e|etc|cf|vs))\.$/i.test(part.slice(at, stop))
    ) {
      continue;
    }
    found.push({ kind: "sentence", start: start + at, end: start + stop });
    at = stop + /^\s*/.exec(part.slice(stop))![0].length;
  }
  found.push({ kind: "sentence", start: start + at, end });
  return found;
}
