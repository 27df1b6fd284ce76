import { type Budget, lineEnd, readJavaScript } from "./_javascript.ts";

/**
 * Where the block that starts at `from` ends (before its line end), or -1 when
 * there is none.
 */
export type Measure = (text: string, from: number, budget: Budget) => number;

const ESM =
  /(?:import(?:\s*["'{*]|\s+type\s|\s+[\w$]+(?:\s*,|\s+from\b))|export(?:\s*[{*]|\s+(?:default|const|let|var|function|async|class|abstract|type|interface|enum|declare)\b))/y;
const BLANK_LINE = /(?:\r\n|\n|\r)[ \t]*(?=[\r\n]|$)/g;
const AT_BLANK_LINE = /(?:\r\n|\n|\r|$)[ \t]*(?=[\r\n]|$)/y;

/**
 * `import` and `export` statements: up to the first blank line at which every
 * bracket is closed; if that never comes, up to the first blank line.
 */
export const measureEsm: Measure = (text, from, budget) => {
  ESM.lastIndex = from;
  if (!ESM.test(text)) return -1;
  const complete = readJavaScript(text, from, budget, (offset) => {
    AT_BLANK_LINE.lastIndex = offset;
    return AT_BLANK_LINE.test(text);
  });
  if (complete >= 0) return complete;
  BLANK_LINE.lastIndex = from;
  return BLANK_LINE.exec(text)?.index ?? text.length;
};

const SPACE = /[ \t]*/y;

/**
 * A line of nothing but tags and `{expressions}`, each of which may go over
 * several lines. What follows on the next line is Markdown again.
 */
export const measureJsx: Measure = (text, from, budget) => {
  for (let at = from;;) {
    at = text[at] === "{"
      ? readJavaScript(text, at, budget)
      : tagEnd(text, at, budget);
    if (at < 0) return -1;
    SPACE.lastIndex = at;
    at += SPACE.exec(text)![0].length;
    const next = text[at];
    if (next === undefined || next === "\n" || next === "\r") return at;
    if (next !== "<" && next !== "{") return -1;
  }
};

const RAW = /<(?:!--|!\[CDATA\[|[?!]|(script|style|pre|textarea)(?=[\s>]))/iy;

/**
 * `<` at a line's start: raw HTML as CommonMark has it for comments, scripts,
 * styles and preformatted text, tags as MDX has them for everything else.
 */
export const measureHtml: Measure = (text, from, budget) => {
  RAW.lastIndex = from;
  const raw = budget.left > 0 ? RAW.exec(text) : null;
  if (!raw) return measureJsx(text, from, budget);
  if (raw[1]) {
    const tag = tagEnd(text, from, budget);
    if (tag >= 0 && text[tag - 2] === "/") {
      return measureJsx(text, from, budget);
    }
  }
  const closer = raw[1]
    ? /<\/(?:script|style|pre|textarea)>/gi
    : raw[0] === "<!--"
    ? /-->/g
    : raw[0] === "<?"
    ? /\?>/g
    : raw[0] === "<!"
    ? />/g
    : /\]\]>/g;
  // The comment <!--> closes itself.
  closer.lastIndex = from + 2;
  const close = closer.exec(text);
  if (close) return lineEnd(text, closer.lastIndex);
  budget.left -= text.length - from;
  return text.length;
};

/** Measures a block of any kind. */
export const measureMdx: Measure = (text, from, budget) =>
  text[from] === "<"
    ? measureHtml(text, from, budget)
    : text[from] === "{"
    ? measureJsx(text, from, budget)
    : measureEsm(text, from, budget);

const TAG_START = /<(?:\/?[A-Za-z_$][\w$.:-]*(?=[\s/>{])|(?=\/?>))/y;
const ATTRIBUTES = /[\w$.:=\s-]*/y;

/** Where the tag at `from` ends, behind its `>`; -1 if this is no JSX tag. */
function tagEnd(text: string, from: number, budget: Budget): number {
  TAG_START.lastIndex = from;
  const start = TAG_START.exec(text);
  if (!start) return -1;
  let at = from + start[0].length;
  const limit = at + budget.left;
  while (at < text.length && at < limit) {
    ATTRIBUTES.lastIndex = at;
    at += ATTRIBUTES.exec(text)![0].length;
    const char = text[at];
    if (char === ">") return at + 1;
    if (char === "/" && /^\/\s*>/.test(text.slice(at, at + 99))) {
      at++;
    } else if (char === '"' || char === "'") {
      const close = text.indexOf(char, at + 1);
      if (close < 0) break;
      at = close + 1;
    } else if (char === "{") {
      at = readJavaScript(text, at, budget);
      if (at < 0) return -1;
    } else {
      return -1;
    }
  }
  budget.left -= at - from;
  return -1;
}
