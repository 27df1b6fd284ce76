import { fromMarkdown } from "mdast-util-from-markdown";
import { toString } from "mdast-util-to-string";
import { hiddenInProse } from "./_hidden.ts";

/** What a heading's source says. */
export interface HeadingText {
  /** Source text without explicit id and comments; markup kept. */
  text: string;
  /** Rendered text. */
  plain: string;
  /** The id its author wrote, as written. */
  explicit?: string;
}

// `{#id}`, `{#id .class}` (VitePress, Pandoc), `{: #id}` (kramdown), `{.class #id}`,
// `{.class}`, `{/*id*/}`, `{/* #id */}` (React, Docusaurus). A back-slash before the
// brace makes it text.
const EXPLICIT =
  /(?<!\\)(?:\{:?\s*(?:\.[\w-]+\s+)*#([^\s{}]+)[^{}]*\}|\{\/\*\s*#?([^\s*]+)\s*\*\/\}|\{:?\s*\.[\w-]+[^{}#]*\})$/;

/** kramdown's attributes on a line of their own: `{: #id .class}`. */
const ATTRIBUTE_LINE = /^[ \t]{0,3}\{:(?![:}])[^{}\n]*\}[ \t]*$/;
const ATTRIBUTE_ID = /[\s:]#([^\s{}]+)/;

const MARKUP = /[\\`*_[\]<>&]/;

/**
 * @param source The heading's content: one line, without markers and closing
 *   hashes.
 */
export function headingText(source: string, mdx: boolean): HeadingText {
  let text = source.trim();
  const id = text.endsWith("}") ? EXPLICIT.exec(text) : null;
  if (id) text = text.slice(0, id.index).trim();
  text = withoutComments(text, mdx);
  const explicit = id?.[1] ?? id?.[2];
  return { text, plain: plainText(text), ...(explicit ? { explicit } : {}) };
}

/**
 * The id that kramdown's attributes on the line behind a heading give it.
 *
 * @param end Offset of the heading's end in `text`.
 */
export function idOnNextLine(text: string, end: number): string | undefined {
  const [, line = ""] = text.slice(end, end + 500).split(/\r\n|\n|\r/, 2);
  return isAttributeLine(line) ? ATTRIBUTE_ID.exec(line)?.[1] : undefined;
}

/** Whether a line holds nothing but kramdown's attributes, which are never shown. */
export function isAttributeLine(line: string): boolean {
  return ATTRIBUTE_LINE.test(line);
}

function withoutComments(text: string, mdx: boolean): string {
  const hidden = hiddenInProse(text, 0, text.length, mdx);
  if (hidden.length === 0) return text;
  let kept = "";
  let from = 0;
  for (const [start, end] of hidden) {
    kept += text.slice(from, start);
    from = end;
  }
  return (kept + text.slice(from)).trim();
}

function plainText(text: string): string {
  if (!MARKUP.test(text)) return text;
  // Parsed as a heading, so that "1. First" is no list; the closing hash keeps
  // a last "#" of the text from being taken for one.
  const tree = fromMarkdown(`# ${text} #`);
  const options = { includeHtml: false, includeImageAlt: false };
  const plain = toString(tree, options) ||
    toString(tree, { ...options, includeImageAlt: true });
  return plain.trim();
}
