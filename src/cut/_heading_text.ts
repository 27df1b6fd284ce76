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

// `{#id}`, `{#id .class}` (VitePress, Pandoc), `{/*id*/}`, `{/* #id */}` (React,
// Docusaurus). A back-slash before the brace makes it text.
const EXPLICIT =
  /(?<!\\)(?:\{\s*#([^\s{}]+)[^{}]*\}|\{\/\*\s*#?([^\s*]+)\s*\*\/\})$/;

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
