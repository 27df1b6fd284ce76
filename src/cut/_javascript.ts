/**
 * How many characters may still be read in vain. One budget a document keeps a
 * text of nothing but opening braces linear.
 */
export interface Budget {
  left: number;
}

/**
 * Reads JavaScript or JSX just well enough to see where brackets close:
 * strings, template literals and comments are stepped over, regular
 * expressions are not known.
 *
 * @param atDepthZero Called at each line end outside every bracket, template
 *   and comment, with its offset; `true` ends the reading there.
 * @returns Where it ended: behind the bracket that closes the one at `from`, or
 *   where `atDepthZero` said; -1 when the text or the budget ended first.
 */
export function readJavaScript(
  text: string,
  from: number,
  budget: Budget,
  atDepthZero?: (offset: number) => boolean,
): number {
  // One entry for each open bracket; a template literal is entered as "`",
  // its ${ as "{".
  const open: string[] = [];
  const limit = Math.min(text.length, from + budget.left);
  let at = from;
  while (at < limit) {
    const char = text[at];
    if (open.at(-1) === "`") {
      if (char === "\\") at++;
      else if (char === "`") open.pop();
      else if (char === "$" && text[at + 1] === "{") {
        open.push("{");
        at++;
      }
      at++;
      continue;
    }
    switch (char) {
      case '"':
      case "'":
        at = stringEnd(text, at, limit);
        continue;
      case "/":
        if (text[at + 1] === "*") {
          const close = text.indexOf("*/", at + 2);
          at = close < 0 ? limit : close + 2;
          continue;
        }
        // A "//" directly behind ":" is an address in JSX text.
        if (text[at + 1] === "/" && text[at - 1] !== ":") {
          at = lineEnd(text, at);
          continue;
        }
        break;
      case "`":
      case "(":
      case "[":
      case "{":
        open.push(char);
        break;
      case ")":
      case "]":
      case "}":
        open.pop();
        if (open.length === 0 && !atDepthZero) return at + 1;
        break;
      case "\n":
      case "\r":
        if (open.length === 0 && atDepthZero?.(at)) return at;
        break;
    }
    at++;
  }
  if (open.length === 0 && at >= text.length && atDepthZero?.(text.length)) {
    return text.length;
  }
  budget.left -= at - from;
  return -1;
}

/** A string that is not closed on its line is an apostrophe in JSX text. */
function stringEnd(text: string, from: number, limit: number): number {
  const quote = text[from];
  for (let at = from + 1; at < limit; at++) {
    const char = text[at];
    if (char === quote) return at + 1;
    if (char === "\n" || char === "\r") break;
    if (char === "\\") at++;
  }
  return from + 1;
}

const LINE_END = /\r|\n|$/g;

/** The offset of the next line end at or behind `from`, or the text's length. */
export function lineEnd(text: string, from: number): number {
  LINE_END.lastIndex = from;
  return LINE_END.exec(text)!.index;
}
