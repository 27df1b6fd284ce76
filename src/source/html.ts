import { defaultTreeAdapter, parse } from "parse5";
import { Anchors } from "../document/anchors.ts";
import type { Outline } from "../document/outline.ts";
import type { HtmlBlock } from "./_html_blocks.ts";
import { mainContent } from "./_html_content.ts";
import { extractBlocks } from "./_html_extractor.ts";
import {
  attribute,
  findElement,
  type HtmlElement,
  type HtmlParent,
  textContent,
} from "./_html_node.ts";
import { languageTag } from "./_language_tag.ts";
import { unsafeUrl } from "./_unsafe_url.ts";
import { decode } from "./decode.ts";
import type { ReadResult } from "./reader.ts";

/** What an HTML page says, as text. */
export interface HtmlPage {
  /** The main content: blocks separated by blank lines; `""` if there is none. */
  text: string;
  outline: Outline;
  /** The 1-based line of the page that each line of `text` comes from. */
  lineOf: Uint32Array;
  title?: string;
  /** The page's canonical address, http(s). */
  url?: string;
  lang?: string;
}

/**
 * A tree that knows of a node's place only the lines, since what parse5 keeps
 * (every attribute's place, too) takes more memory than the page.
 */
const SLIM_TREE: typeof defaultTreeAdapter = {
  ...defaultTreeAdapter,
  setNodeSourceCodeLocation(node, location) {
    // None belongs to an element that no tag stands for.
    if (location === null) return;
    const { startLine, endLine } = location;
    node.sourceCodeLocation = { startLine, endLine } as typeof location;
  },
  updateNodeSourceCodeLocation(node, { endLine }) {
    if (node.sourceCodeLocation && endLine !== undefined) {
      node.sourceCodeLocation.endLine = endLine;
    }
  },
};

/** Reads an HTML page: the text of its main content with its outline. */
export async function* htmlReader(
  bytes: Uint8Array,
): AsyncGenerator<ReadResult> {
  const decoded = decode(bytes);
  if ("reason" in decoded) {
    return yield { kind: "skip", reason: withCharset(decoded.reason, bytes) };
  }
  const page = readHtml(decoded.text);
  if (!/\S/.test(page.text)) {
    return yield { kind: "skip", reason: "empty: no text in the page" };
  }
  yield { kind: "document", document: { ...page, bodyStart: 0, warnings: [] } };
}

/** Adds the encoding that an undecodable page claims. */
function withCharset(reason: string, bytes: Uint8Array): string {
  if (!reason.startsWith("encoding")) return reason;
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 1024));
  const charset = /charset\s*=\s*["']?([\w-]{1,40})/i.exec(head)?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset)
    ? reason
    : `${reason}; the page says ${charset}`;
}

/**
 * Extracts the main content of a page. Navigation, asides, scripts and hidden
 * elements are left out; `<pre>` stays verbatim; a table becomes a row a line,
 * its cells joined by ` | `; an image becomes its alternative text; a ruby
 * reading follows its base in parentheses.
 *
 * @param html The decoded file.
 */
export function readHtml(html: string): HtmlPage {
  // The mark would be the body's first text.
  const document = parse(html.replace(/^\ufeff/, ""), {
    scriptingEnabled: false,
    sourceCodeLocationInfo: true,
    treeAdapter: SLIM_TREE,
  });
  const page: HtmlPage = assemble(extractBlocks(mainContent(document)));
  const title = titleOf(document);
  if (title) page.title = title;
  const url = canonicalUrl(document);
  if (url) page.url = url;
  const lang = langOf(document);
  if (lang) page.lang = lang;
  return page;
}

/** Joins blocks into one text and notes where each of them lies in it. */
function assemble(blocks: HtmlBlock[]): HtmlPage {
  const anchors = new Anchors();
  const outline: Outline = { headings: [], blocks: [] };
  const parts: string[] = [];
  const lines: number[] = [];
  let at = 0;
  for (const { kind, text, lines: sourceLines, tight, heading } of blocks) {
    if (at > 0) {
      const gap = tight ? "\n" : "\n\n";
      // The blank line between two blocks belongs to the first.
      if (!tight) lines.push(lines[lines.length - 1]!);
      parts.push(gap);
      at += gap.length;
    }
    const end = at + text.length;
    if (kind !== "heading") outline.blocks.push({ kind, start: at, end });
    else if (heading !== undefined) {
      const { depth, id, nested } = heading;
      const anchor = anchors.anchor(text, id);
      outline.headings.push({
        ...{ depth, text, plain: text, anchor, start: at, end, nested },
      });
    }
    parts.push(text);
    for (const line of sourceLines) lines.push(line);
    at = end;
  }
  return { text: parts.join(""), outline, lineOf: Uint32Array.from(lines) };
}

function titleOf(document: HtmlParent): string {
  const title = findElement(
    document,
    ({ tagName, namespaceURI }) =>
      tagName === "title" && namespaceURI.endsWith("xhtml"),
  );
  return title === undefined
    ? ""
    : textContent(title).replace(/\s+/g, " ").trim();
}

function canonicalUrl(document: HtmlParent): string | undefined {
  const link = findElement(document, (element) =>
    element.tagName === "link" &&
    /(?:^|\s)canonical(?:\s|$)/i.test(attribute(element, "rel") ?? ""));
  const meta = findElement(document, (element) =>
    element.tagName === "meta" &&
    attribute(element, "property") === "og:url");
  return [valueOf(link, "href"), valueOf(meta, "content")].find((url) =>
    /^https?:\/\/./i.test(url) && !unsafeUrl(url)
  );
}

function langOf(document: HtmlParent): string | undefined {
  const html = findElement(document, ({ tagName }) => tagName === "html");
  return languageTag(valueOf(html, "lang") || valueOf(html, "xml:lang"));
}

function valueOf(element: HtmlElement | undefined, name: string): string {
  return element === undefined ? "" : attribute(element, name) ?? "";
}
