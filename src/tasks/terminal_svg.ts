/**
 * A terminal's text as an SVG picture: each character in its cell, bold, dim
 * and underlined as ANSI escapes say.
 *
 * @module
 */

import { displayWidth } from "../cli/terminal/width.ts";

/** Pixels of one column and one row; the size of the letters. */
const COLUMN = 8.4, ROW = 20, SIZE = 14;

/** Pixels around the text, and of the bar above it. */
const MARGIN = 16, BAR = 32;

const FONTS =
  "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK JP', 'Noto Sans CJK JP', 'Hiragino Sans', 'Yu Gothic', Meiryo, monospace";

/** How a stretch of text looks. */
interface Look {
  bold: boolean;
  dim: boolean;
  underlined: boolean;
}

/** A stretch of one look, and of characters of one width. */
interface Run extends Look {
  text: string;
}

/**
 * Draws a terminal.
 *
 * @param lines text with the escapes of SGR (ECMA-48) for bold, dim and underlined
 * @param columns width of the terminal
 * @param title what the picture shows, for those who do not see it
 */
export function terminalSvg(
  lines: readonly string[],
  columns: number,
  title: string,
): string {
  const width = Math.ceil(columns * COLUMN + 2 * MARGIN);
  const height = BAR + lines.length * ROW + MARGIN;
  const buttons = ["#ff5f57", "#febc2e", "#28c840"].map((colour, at) =>
    `<circle cx="${MARGIN + 6 + 20 * at}" cy="16" r="6" fill="${colour}"/>`
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${
    escaped(title)
  }">
<style>
text { font: ${SIZE}px ${FONTS}; fill: #d1d7e0; white-space: pre; }
.b { font-weight: 700; fill: #ffffff; }
.d { fill: #8b949e; }
.u { text-decoration: underline; }
</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${buttons.join("")}
${lines.map((line, at) => lineSvg(line, BAR + ROW * at + SIZE)).join("\n")}
</svg>
`;
}

/** The lines that a picture of {@linkcode terminalSvg} shows, without their looks. */
export function shownLines(svg: string): string[] {
  return [...svg.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, line]) =>
    line!.replace(/<[^>]*>/g, "")
      .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => NAMED[name]!)
  );
}

/** A text without its ANSI escapes. */
export function withoutEscapes(text: string): string {
  return text.replace(ESCAPE, "");
}

function lineSvg(line: string, y: number): string {
  let column = 0;
  const spans = runs(line).map(({ text, bold, dim, underlined }) => {
    const columns = displayWidth(text);
    const looks = [bold && "b", dim && "d", underlined && "u"]
      .filter((it) => it !== false).join(" ");
    const at = `x="${pixels(MARGIN + column * COLUMN)}"`;
    // Keeps the columns whatever font the reader has.
    const length = `textLength="${pixels(columns * COLUMN)}"`;
    column += columns;
    const style = looks && ` class="${looks}"`;
    return `<tspan ${at} ${length}${style}>${escaped(text)}</tspan>`;
  });
  return `<text y="${y}" xml:space="preserve">${spans.join("")}</text>`;
}

// deno-lint-ignore no-control-regex
const ESCAPE = /\x1b\[([\d;]*)m/g;

/** Splits a line where its look or the width of its characters changes. */
function runs(line: string): Run[] {
  const look: Look = { bold: false, dim: false, underlined: false };
  const found: Run[] = [];
  line.split(ESCAPE).forEach((part, at) => {
    if (at % 2 === 1) apply(part, look);
    else {
      // Latin and spaces apart from wide characters, whose fonts differ.
      for (const text of part.match(/[\0-\u02ff]+|[^\0-\u02ff]+/g) ?? []) {
        found.push({ ...look, text });
      }
    }
  });
  return found;
}

function apply(codes: string, look: Look): void {
  for (const code of codes.split(";")) {
    if (code === "1") look.bold = true;
    else if (code === "2") look.dim = true;
    else if (code === "4") look.underlined = true;
    else if (code === "22") look.bold = look.dim = false;
    else if (code === "24") look.underlined = false;
    else if (code === "" || code === "0") {
      look.bold = look.dim = look.underlined = false;
    } else throw new Error(`the escape ESC[${code}m cannot be drawn`);
  }
}

const NAMED: Record<string, string> = {
  lt: "<",
  gt: ">",
  quot: '"',
  amp: "&",
};

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function pixels(value: number): string {
  return String(Number(value.toFixed(2)));
}
