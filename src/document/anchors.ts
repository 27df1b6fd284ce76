import { slug } from "github-slugger";

/** The anchor of a heading that has no letters of its own. */
const NAMELESS = "section";

/**
 * Gives the headings of one document their anchors, in document order. Feed it
 * every heading, nested ones and all depths too, because repeats are numbered.
 *
 * ```ts
 * const anchors = new Anchors();
 * anchors.anchor("使い方"); // "使い方"
 * anchors.anchor("使い方"); // "使い方-1"
 * anchors.anchor("How to", "howto"); // "howto"
 * anchors.anchor(""); // "section"
 * ```
 */
export class Anchors {
  /** How often each anchor was asked for again; a key is an anchor in use. */
  readonly #repeats = new Map<string, number>();

  /**
   * @param plain The heading's rendered text.
   * @param explicit The id that its author wrote, without braces.
   * @returns The explicit id as written, else the GitHub rule (lower case,
   *   punctuation dropped, spaces to `-`, letters of every script kept), with
   *   `-1`, `-2` … when the document has that anchor already.
   */
  anchor(plain: string, explicit?: string): string {
    const wanted = explicit || slug(plain.trim()) || NAMELESS;
    let anchor = wanted;
    // The same walk as github-slugger's, so that "a", "a", "a-1" also agree.
    while (this.#repeats.has(anchor)) {
      const repeat = (this.#repeats.get(wanted) ?? 0) + 1;
      this.#repeats.set(wanted, repeat);
      anchor = `${wanted}-${repeat}`;
    }
    this.#repeats.set(anchor, 0);
    return anchor;
  }
}
