/** A span of the text, [start, end). */
export type HiddenSpan = [number, number];

const HTML_HIDDEN =
  /<!--(?:>|->|[\s\S]*?(?:-->|$))|<(script|style)(?=[\s/>])[\s\S]*?(?:<\/\1\s*>|$)/gi;

/**
 * Comments, scripts and styles in the raw HTML `text[start, end)`. What is not
 * closed there reaches to the end, as in a browser.
 */
export function hiddenInHtml(
  text: string,
  start: number,
  end: number,
): HiddenSpan[] {
  const html = text.slice(start, end);
  if (!/<(?:!--|script|style)/i.test(html)) return [];
  return [...html.matchAll(HTML_HIDDEN)].map((match) => [
    start + match.index,
    start + match.index + match[0].length,
  ]);
}

const PROSE_EVENT = /\\[\s\S]|`+|<!--|\{\/\*/g;

/**
 * Comments in the prose `text[start, end)`: HTML's and, in MDX, those of an
 * expression. A comment sign that is escaped or inside inline code is text.
 */
export function hiddenInProse(
  text: string,
  start: number,
  end: number,
  mdx: boolean,
): HiddenSpan[] {
  const prose = text.slice(start, end);
  if (!prose.includes("<!--") && !(mdx && prose.includes("{/*"))) return [];
  const spans: HiddenSpan[] = [];
  // Closers known to be missing from here on: each is searched for only once,
  // which keeps a line of nothing but openers linear.
  const missing = new Set<string>();
  const seek = (closer: string, pattern: RegExp, from: number): number => {
    if (missing.has(closer)) return -1;
    pattern.lastIndex = from;
    if (pattern.test(prose)) return pattern.lastIndex;
    missing.add(closer);
    return -1;
  };
  PROSE_EVENT.lastIndex = 0;
  for (
    let event = PROSE_EVENT.exec(prose);
    event;
    event = PROSE_EVENT.exec(prose)
  ) {
    const sign = event[0];
    const after = event.index + sign.length;
    let close = -1;
    if (sign[0] === "`") {
      close = seek(
        sign,
        new RegExp(`(?<!\`)\`{${sign.length}}(?!\`)`, "g"),
        after,
      );
    } else if (sign === "<!--") {
      const empty = /^-?>/.exec(prose.slice(after, after + 2));
      close = empty ? after + empty[0].length : seek(sign, /-->/g, after);
    } else if (sign === "{/*" && mdx) {
      close = seek(sign, /\*\/\s*\}/g, after);
    }
    if (close < 0) continue;
    if (sign[0] !== "`") spans.push([start + event.index, start + close]);
    PROSE_EVENT.lastIndex = close;
  }
  return spans;
}
