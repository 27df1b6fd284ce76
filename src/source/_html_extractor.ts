import type { BlockKind } from "../document/outline.ts";
import { type HtmlBlock, InlineText } from "./_html_blocks.ts";
import { isDropped } from "./_html_content.ts";
import { headingId, isPermalink } from "./_html_heading.ts";
import {
  attribute,
  findElement,
  headingDepth,
  type HtmlElement,
  type HtmlParent,
  type HtmlText,
  type HtmlVisitor,
  lineOfText,
  walkHtml,
} from "./_html_node.ts";
import { PREFORMATTED, verbatim } from "./_html_verbatim.ts";

/** Elements that start on a new line. */
const BLOCK_TAGS = new Set([
  ...["address", "article", "blockquote", "body", "center", "details"],
  ...["dialog", "dd", "dir", "div", "dl", "dt", "fieldset", "figcaption"],
  ...["figure", "footer", "form", "header", "hgroup", "hr", "legend", "li"],
  ...["main", "menu", "ol", "p", "search", "section", "summary", "ul"],
  ...["table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th"],
  ...["h1", "h2", "h3", "h4", "h5", "h6"],
]);

/** A list item that is open. */
interface Item {
  /** `- ` or `1. ` until the item's first line is written, then blank. */
  marker: string;
  indent: string;
}

/** A table of data that is open, each row on a line. */
interface Table {
  rows: string[];
  lines: number[];
  cells: string[];
  /** Source line of the row's first text; 0 before there is any. */
  line: number;
}

/**
 * Turns elements into blocks of text, in document order. Nothing of it depends
 * on a browser, styles or scripts.
 *
 * @param content The element whose inside is extracted.
 */
export function extractBlocks(content: HtmlParent): HtmlBlock[] {
  const extractor = new Extractor();
  walkHtml(content, extractor);
  return extractor.end();
}

class Extractor implements HtmlVisitor {
  readonly #blocks: HtmlBlock[] = [];
  readonly #inline = new InlineText();
  readonly #lists: { next: number | undefined }[] = [];
  readonly #items: Item[] = [];
  #quotes = 0;
  #table: Table | undefined;
  #heading: HtmlElement | undefined;

  enter(element: HtmlElement): boolean {
    const tag = element.tagName;
    if (isDropped(element)) return false;
    if (tag === "br") return this.#lineBreak();
    if (tag === "img") return this.#image(element);
    if (tag === "ruby") return this.#ruby(element);
    if (this.#table !== undefined) return this.#enterInTable(element);
    if (this.#heading !== undefined) return !isPermalink(element);
    if (PREFORMATTED.has(tag)) return this.#preformatted(element);
    if (tag === "table" && !isLayout(element)) {
      this.#flush();
      this.#table = { rows: [], lines: [], cells: [], line: 0 };
      return true;
    }
    if (!BLOCK_TAGS.has(tag)) {
      // Of a custom element only its style sheet knows whether it is a block.
      if (tag.includes("-")) this.#inline.space();
      return true;
    }
    this.#flush();
    if (headingDepth(element) > 0) this.#heading = element;
    else if (tag === "blockquote") this.#quotes++;
    else if (isList(tag)) this.#lists.push(listOf(element));
    else if (tag === "li") this.#items.push(this.#newItem());
    return true;
  }

  leave(element: HtmlElement): void {
    const tag = element.tagName;
    if (this.#table !== undefined) return this.#leaveInTable(tag);
    if (this.#heading !== undefined) {
      if (this.#heading === element) this.#endHeading();
      else if (BLOCK_TAGS.has(tag)) this.#inline.space();
      return;
    }
    if (!BLOCK_TAGS.has(tag)) {
      if (tag.includes("-")) this.#inline.space();
      return;
    }
    this.#flush();
    if (tag === "blockquote") this.#quotes--;
    else if (isList(tag)) this.#lists.pop();
    else if (tag === "li") this.#items.pop();
  }

  text(text: HtmlText): void {
    if (this.#inline.breaks > 1 && text.value.trim() !== "") this.#flush();
    this.#inline.add(text.value, lineOfText(text));
  }

  end(): HtmlBlock[] {
    this.#flush();
    return this.#blocks;
  }

  #lineBreak(): false {
    if (this.#table !== undefined || this.#heading !== undefined) {
      this.#inline.space();
    } else this.#inline.lineBreak();
    return false;
  }

  #image(element: HtmlElement): false {
    const alt = attribute(element, "alt");
    if (alt) {
      this.#inline.space();
      this.#inline.add(alt, element.sourceCodeLocation?.startLine ?? 1);
      this.#inline.space();
    }
    return false;
  }

  /** The whole base stays one word, its reading follows in parentheses. */
  #ruby(element: HtmlElement): false {
    let [base, reading] = ["", ""];
    let readings = 0;
    walkHtml(element, {
      enter: (part) => {
        if (part.tagName === "rp" || isDropped(part)) return false;
        if (part.tagName === "rt") readings++;
        return true;
      },
      leave: (part) => {
        if (part.tagName === "rt") readings--;
      },
      text: ({ value }) => {
        if (readings > 0) reading += value.trim();
        else base += value;
      },
    });
    const whole = base.trim() + (reading === "" ? "" : `(${reading})`);
    this.#inline.add(whole, element.sourceCodeLocation?.startLine ?? 1);
    return false;
  }

  #preformatted(element: HtmlElement): false {
    this.#flush();
    const { text, lines } = verbatim(element);
    this.#push("code", text, lines);
    return false;
  }

  #enterInTable(element: HtmlElement): boolean {
    if (element.tagName === "caption") this.#inline.take();
    else if (BLOCK_TAGS.has(element.tagName)) this.#inline.space();
    return true;
  }

  #leaveInTable(tag: string) {
    const table = this.#table!;
    if (tag === "caption") {
      const { text, lines } = this.#inline.take();
      this.#push("paragraph", text, lines);
    } else if (tag === "td" || tag === "th") {
      const { text, lines } = this.#inline.take();
      table.cells.push(text);
      table.line ||= lines[0] ?? 0;
    } else if (tag === "tr") {
      if (table.line > 0) {
        table.rows.push(table.cells.join(" | ").trim());
        table.lines.push(table.line);
      }
      table.cells = [];
      table.line = 0;
    } else if (tag === "table") {
      this.#inline.take();
      this.#table = undefined;
      this.#push("table", table.rows.join("\n"), table.lines);
    } else if (BLOCK_TAGS.has(tag)) this.#inline.space();
  }

  #endHeading() {
    const element = this.#heading!;
    this.#heading = undefined;
    const { text, lines } = this.#inline.take();
    const words = text.replace(/[\s\u200b]+/g, " ").trim();
    if (words === "") return;
    const item = this.#items.at(-1);
    if (item !== undefined) item.marker = "";
    this.#blocks.push({
      kind: "heading",
      text: words,
      lines: lines.slice(0, 1),
      tight: false,
      heading: {
        depth: headingDepth(element),
        id: headingId(element),
        nested: this.#items.length > 0 || this.#quotes > 0,
      },
    });
  }

  #flush() {
    const { text, lines } = this.#inline.take();
    const item = this.#items.at(-1);
    if (text === "") return;
    if (item === undefined) return this.#push("paragraph", text, lines);
    const marker = item.marker || "  ";
    const hanging = "\n" + item.indent + " ".repeat(marker.length);
    const indented = item.indent + marker + text.replaceAll("\n", hanging);
    const before = this.#blocks.at(-1)?.kind;
    const tight = item.marker !== "" && before === "list_item";
    item.marker = "";
    this.#push("list_item", indented, lines, tight);
  }

  #push(kind: BlockKind, text: string, lines: number[], tight = false) {
    if (text !== "") this.#blocks.push({ kind, text, lines, tight });
  }

  #newItem(): Item {
    const list = this.#lists.at(-1);
    const marker = list?.next === undefined ? "- " : `${list.next++}. `;
    return { marker, indent: "  ".repeat(this.#items.length) };
  }
}

const isList = (tag: string) =>
  tag === "ul" || tag === "ol" || tag === "menu" || tag === "dir";

function listOf(element: HtmlElement): { next: number | undefined } {
  if (element.tagName !== "ol") return { next: undefined };
  const start = Number(attribute(element, "start") ?? 1);
  return { next: Number.isInteger(start) ? start : 1 };
}

/** Whether a table only arranges blocks: it has headings or tables in it. */
function isLayout(table: HtmlElement): boolean {
  return attribute(table, "role") === "presentation" ||
    findElement(
        table,
        (element) =>
          element.tagName === "table" || PREFORMATTED.has(element.tagName) ||
          headingDepth(element) > 0,
      ) !== undefined;
}
