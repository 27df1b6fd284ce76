import type { BlockKind } from "../document/outline.ts";

/** A block of extracted text. */
export interface HtmlBlock {
  kind: BlockKind | "heading";
  /** Lines separated by `\n`, never empty. */
  text: string;
  /** The 1-based source line of each line of `text`. */
  lines: number[];
  /** Whether only a line end, no blank line, parts it from the one before. */
  tight: boolean;
  /** Only headings. */
  heading?: { depth: number; id?: string; nested: boolean };
}

const SPACES = /[ \t\n\r\f]+/g;

/**
 * Collects the text of inline content as a browser would show it: white space
 * collapsed, `<br>` a line end.
 */
export class InlineText {
  #text = "";
  #lines: number[] = [];
  /** White space not yet written, which is dropped at a line's end. */
  #gap: "" | " " | "\n" = "";
  #breaks = 0;

  /** How many `<br>` in a row came last. */
  get breaks(): number {
    return this.#breaks;
  }

  /**
   * @param text Its white space is collapsed.
   * @param line 1-based source line of its start.
   */
  add(text: string, line: number): void {
    let from = 0;
    for (const { 0: space, index } of text.matchAll(SPACES)) {
      this.#word(text.slice(from, index), line);
      this.#gap = space.includes("\n") && this.#gap !== " " ? "\n" : " ";
      line += space.split("\n").length - 1;
      from = index + space.length;
    }
    this.#word(text.slice(from), line);
  }

  /** White space, as between two words. */
  space(): void {
    this.#gap = " ";
  }

  /** `<br>` */
  lineBreak(): void {
    this.#breaks++;
  }

  /** Hands over what was collected and starts afresh. */
  take(): { text: string; lines: number[] } {
    const taken = { text: this.#text, lines: this.#lines };
    this.#text = "";
    this.#lines = [];
    this.#gap = "";
    this.#breaks = 0;
    return taken;
  }

  #word(word: string, line: number) {
    if (word === "") return;
    if (this.#text === "") {
      this.#lines.push(line);
    } else if (this.#breaks > 0) {
      this.#text += "\n";
      this.#lines.push(line);
    } else if (this.#gap === " ") {
      this.#text += " ";
    } else if (this.#gap === "\n") {
      this.#text += isWide(this.#text, -1) && isWide(word, 0) ? "" : " ";
    }
    this.#text += word;
    this.#gap = "";
    this.#breaks = 0;
  }
}

/**
 * Whether a line end beside this character makes no space: CSS Text 3, 4.1.3,
 * East Asian wide characters except Hangul, which is written with spaces.
 */
function isWide(text: string, at: 0 | -1): boolean {
  const end = text.length - 1;
  const index = at === 0
    ? 0
    : /[\udc00-\udfff]/.test(text[end]!)
    ? end - 1
    : end;
  const code = text.charCodeAt(index);
  return code >= 0x2e80 && code <= 0xa4cf || code >= 0xf900 && code <= 0xfaff ||
    code >= 0xfe30 && code <= 0xfe4f || code >= 0xff00 && code <= 0xffef ||
    code >= 0xd840 && code <= 0xd887;
}
