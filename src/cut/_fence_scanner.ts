/** A fence that is open at some place. */
export interface OpenFence {
  /** What its lines begin with: quote markers and indentation. */
  prefix: string;
  /** Three or more backticks or tildes. */
  marker: string;
  /** What follows the marker on the opening line, verbatim. */
  info: string;
}

/** A quote, or a list item whose content is indented by so many columns. */
type Container = "quote" | number;

interface Fence extends OpenFence {
  containers: number;
}

interface RawHtml {
  containers: number;
  /** What a line holds that ends it. */
  end: RegExp;
}

const FENCE = /^(?:(`{3,})([^`]*)|(~{3,})(.*))$/;
const LIST_ITEM = /^(?:[-*+]|(\d{1,9})[.)])(?=[ \t]|$)/;
const RULE = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const HEADING = /^(?:#{1,6}(?:[ \t]|$)|=+[ \t]*$|-+[ \t]*$)/;
const DELIMITER_ROW =
  /^(?=.*\|)\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const BLANK = /^[ \t]*$/;
const RAW_HTML: [start: RegExp, end: RegExp][] = [
  [
    /^<(?:script|pre|style|textarea)(?=[\s>]|$)/i,
    /<\/(?:script|pre|style|textarea)>/i,
  ],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![A-Za-z]/, />/],
];
const BLOCK_TAG =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[\s/>]|$)/i;
const ANY_TAG =
  /^<(?:[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?|\/[A-Za-z][A-Za-z0-9-]*\s*)>[ \t]*$/;

/**
 * Follows the lines of Markdown as far as it takes to know whether a fence is
 * open: containers, fences, raw HTML, indented code and, for lazy lines,
 * paragraphs. The rules are those of CommonMark 0.31; link definitions and
 * tables count as paragraphs, which a fence ends all the same.
 */
export class FenceScanner {
  #containers: Container[] = [];
  #fence: Fence | undefined;
  #html: RawHtml | undefined;
  #paragraph = false;
  /** The lines are a table's, which no lazy line goes on with. */
  #table = false;
  /** How many containers there are, when the last is an item without text. */
  #empty = 0;

  /**
   * @param mdx MDX knows no indented code, and no raw HTML but comments,
   *   scripts, styles and preformatted text.
   */
  constructor(private readonly mdx: boolean) {}

  /** The fence that the lines so far leave open. */
  get open(): OpenFence | undefined {
    return this.#fence;
  }

  /** Takes the next line, without its line end. */
  line(line: string): void {
    const cursor = new Cursor(line, this.mdx ? Infinity : 4);
    let matched = 0;
    for (; matched < this.#containers.length; matched++) {
      if (!cursor.continues(this.#containers[matched])) break;
    }
    // A blank line ends an item that begins with one.
    if (matched === this.#empty && BLANK.test(cursor.rest) && matched > 0) {
      matched--;
    }
    this.#empty = 0;
    if (this.#fence) {
      if (matched === this.#fence.containers) {
        if (this.#closes(cursor, this.#fence)) this.#fence = undefined;
        return;
      }
      this.#fence = undefined;
    }
    if (this.#html) {
      if (matched === this.#html.containers) {
        if (this.#html.end.test(cursor.rest)) this.#html = undefined;
        return;
      }
      this.#html = undefined;
    }
    this.#block(cursor, matched);
  }

  #closes(cursor: Cursor, { marker }: Fence): boolean {
    if (cursor.deep) return false;
    const text = cursor.rest.trim();
    return text.length >= marker.length &&
      text === marker[0]!.repeat(text.length);
  }

  /** A line outside fences and raw HTML, behind the containers it continues. */
  #block(cursor: Cursor, matched: number): void {
    let opened = false;
    while (!cursor.deep) {
      const text = cursor.text;
      const whole = !opened && matched === this.#containers.length;
      if (text[0] === ">") {
        this.#enter("quote", matched);
        cursor.continues("quote");
      } else {
        const item = RULE.test(text) ? null : LIST_ITEM.exec(text);
        if (!item) break;
        // Within a paragraph only "1." and items with text begin a list.
        if (
          this.#paragraph && whole &&
          (item[1] && Number(item[1]) !== 1 ||
            BLANK.test(text.slice(item[0].length)))
        ) break;
        this.#enter(cursor.item(item[0].length), matched);
      }
      matched++;
      opened = true;
    }
    const text = cursor.text;
    if (BLANK.test(text)) {
      this.#leave(matched);
      if (typeof this.#containers.at(-1) === "number" && opened) {
        this.#empty = matched;
      }
      return;
    }
    if (cursor.deep) {
      // Code if no paragraph is open; then also no fence.
      if (!this.#paragraph || opened) this.#leave(matched);
      return;
    }
    const fence = FENCE.exec(text);
    if (fence) {
      this.#leave(matched);
      this.#fence = {
        prefix: cursor.prefix,
        marker: fence[1] ?? fence[3],
        info: fence[2] ?? fence[4],
        containers: matched,
      };
      return;
    }
    const html = this.#rawHtml(text, matched === this.#containers.length);
    if (html) {
      this.#leave(matched);
      if (!html.test(text)) this.#html = { containers: matched, end: html };
      return;
    }
    if (HEADING.test(text) || RULE.test(text)) {
      const underline = /^[=-]/.test(text) && !RULE.test(text);
      if (
        !underline || this.#paragraph && matched === this.#containers.length
      ) {
        this.#leave(matched);
        return;
      }
    }
    const whole = !opened && matched === this.#containers.length;
    const table = whole &&
      (this.#table || this.#paragraph && DELIMITER_ROW.test(text));
    // A lazy line goes on with the paragraph of containers it does not name.
    if (!this.#paragraph || opened) this.#leave(matched);
    this.#table = table;
    this.#paragraph = !table;
  }

  #enter(container: Container, matched: number): void {
    this.#leave(matched);
    this.#containers.push(container);
  }

  /** Ends the paragraph, and all containers but the first so many. */
  #leave(matched: number): void {
    this.#containers.length = matched;
    this.#paragraph = false;
    this.#table = false;
  }

  #rawHtml(text: string, whole: boolean): RegExp | undefined {
    if (text[0] !== "<") return undefined;
    const raw = RAW_HTML.find(([start]) => start.test(text));
    if (raw) return raw[1];
    if (this.mdx) return undefined;
    const any = ANY_TAG.test(text) && !(this.#paragraph && whole);
    return BLOCK_TAG.test(text) || any ? BLANK : undefined;
  }
}

/** Walks along a line by columns: a tab reaches to the next multiple of four. */
class Cursor {
  #at = 0;
  #column = 0;

  /** @param most The indentation from which on a line is code. */
  constructor(private readonly line: string, private readonly most: number) {}

  /** Whether the text is indented as code is. */
  get deep(): boolean {
    return this.indent >= this.most;
  }

  /** What is left, indentation included. */
  get rest(): string {
    return this.line.slice(this.#at);
  }

  /** What is left, without indentation. */
  get text(): string {
    return this.line.slice(this.#textAt);
  }

  /** The columns of white space before the text. */
  get indent(): number {
    let column = this.#column;
    for (let at = this.#at; at < this.#textAt; at++) {
      column += this.line[at] === "\t" ? 4 - column % 4 : 1;
    }
    return column - this.#column;
  }

  /** The line up to the text, list markers as spaces. */
  get prefix(): string {
    return this.line.slice(0, this.#textAt).replace(/[^>\s]/g, " ");
  }

  /** Steps over what continues the container, if the line does. */
  continues(container: Container): boolean {
    if (container === "quote") {
      if (this.deep || this.text[0] !== ">") return false;
      this.#skip(this.indent);
      this.#at++;
      this.#column++;
      this.#skip(1);
      return true;
    }
    if (BLANK.test(this.rest)) return true;
    if (this.indent < container) return false;
    this.#skip(container);
    return true;
  }

  /** Steps over a list marker; returns how far its content is indented. */
  item(markerLength: number): number {
    const before = this.indent;
    this.#skip(before);
    this.#at += markerLength;
    this.#column += markerLength;
    const after = this.indent;
    // Five and more begin indented code behind one; so does nothing at all.
    const padding = after > this.most || BLANK.test(this.rest) ? 1 : after;
    this.#skip(padding);
    return before + markerLength + padding;
  }

  get #textAt(): number {
    let at = this.#at;
    while (this.line[at] === " " || this.line[at] === "\t") at++;
    return at;
  }

  #skip(columns: number): void {
    for (let left = columns; left > 0;) {
      const char = this.line[this.#at];
      if (char !== " " && char !== "\t") return;
      const width = char === "\t" ? 4 - this.#column % 4 : 1;
      // A tab wider than what is to be skipped keeps its remaining columns.
      const step = Math.min(width, left);
      this.#column += step;
      left -= step;
      if (step === width) this.#at++;
    }
  }
}
