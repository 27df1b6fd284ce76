/**
 * How hits are shown to people.
 *
 * @module
 */

import type { Hit } from "../../search/hit.ts";
import type { NearestJson } from "../../search/hit_json.ts";
import { placeName } from "../../search/place_name.ts";
import {
  highlight,
  type Matcher,
  type TextSpan,
} from "../../search/snippet.ts";
import type { Style } from "../terminal/style.ts";
import { printable, visible } from "../../text/visible.ts";
import { wrap } from "../terminal/width.ts";

/** Units of a word that the end of a snippet may cut. */
const LONGEST_WORD = 64;

/**
 * A hit as lines of text: rank, title and headings; path, line and score; the
 * snippet with the words that matched marked; why, if the hit says why.
 *
 * @param columns width to wrap at; undefined keeps the snippet on one line
 * @param lineAt see {@linkcode citedLine}
 */
export function hitLines(
  hit: Hit,
  matcher: Matcher,
  style: Style,
  columns: number | undefined,
  lineAt?: (offset: number) => number,
): string[] {
  const indent = " ".repeat(3);
  const score = style.dim(`score ${hit.score.toFixed(2)}`);
  const lines = [
    `${hit.rank}. ${style.bold(placeName(hit.title, hit.headingPath))}`,
    `${indent}${printable(hit.path)}:${
      citedLine(hit, matcher, lineAt)
    }  ${score}`,
  ];
  const text = visible(hit.snippet.text);
  const spans = highlight(text, matcher);
  const rows: [number, number][] = columns === undefined
    ? [[0, text.length]]
    : wrap(text, Math.max(20, columns - indent.length));
  for (const [start, end] of rows) {
    if (start < end) {
      lines.push(indent + marked(text, start, end, spans, style));
    }
  }
  for (const [name, value] of Object.entries(hit.explain ?? {})) {
    lines.push(style.dim(`${indent}${name}: ${JSON.stringify(value)}`));
  }
  return lines;
}

/** The nearest sections when nothing scores high enough: name, file and score. */
export function nearestLines(nearest: readonly NearestJson[]): string[] {
  if (nearest.length === 0) return [];
  return [
    "The nearest:",
    ...nearest.map((it) =>
      `  ${placeName(it.title, it.heading_path)} (${
        printable(it.path)
      }, score ${it.score.toFixed(2)})`
    ),
  ];
}

/**
 * The line of the file that shows the hit best: the one with the first word
 * that matched in the snippet.
 *
 * @param lineAt Line of the file at a UTF-16 offset of the document, where the
 * text is not the file itself; without it, lines are counted in the passage.
 */
export function citedLine(
  { passages: [best], snippet }: Hit,
  matcher: Matcher,
  lineAt?: (offset: number) => number,
): number {
  const from = snippet.start - best.start;
  const near = snippet.end - best.start + LONGEST_WORD;
  const first = (highlight(best.text.slice(from, near), matcher)[0] ??
    highlight(best.text.slice(from), matcher)[0])?.[0] ?? 0;
  if (lineAt !== undefined) return lineAt(snippet.start + first);
  const before = best.text.slice(0, from + first).match(/\r\n?|\n/g);
  return best.startLine + (before?.length ?? 0);
}

function marked(
  text: string,
  start: number,
  end: number,
  spans: readonly TextSpan[],
  style: Style,
): string {
  let out = "", at = start;
  for (const span of spans) {
    const from = Math.max(span[0], at), to = Math.min(span[1], end);
    if (from >= to) continue;
    out += text.slice(at, from) + style.mark(text.slice(from, to));
    at = to;
  }
  return out + text.slice(at, end);
}
