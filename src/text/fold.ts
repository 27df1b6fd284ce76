import {
  COMPLEX,
  EXTENDS,
  foldClass,
  foldClassOfCodePoint,
  IGNORED,
  SIMPLE,
} from "./_fold_class.ts";

/** A text made ready for comparing, and the way back to the original. */
export interface Folded {
  /** NFKC, lower case, characters without meaning left out. */
  text: string;
  /**
   * `offsets[i]` is the UTF-16 offset in the original of the character that
   * folded unit `i` came from; one more entry holds the original's length.
   * `null` when the two texts have the same offsets.
   */
  offsets: Uint32Array | null;
}

/**
 * Folds a text: NFKC, then lower case, keeping the original's offsets.
 *
 * The result is exactly
 * `text.replace(/ignored/g, "").normalize("NFKC").toLowerCase().replaceAll("ς", "σ")`
 * where "ignored" are Unicode's default ignorable characters (zero-width
 * spaces and joiners, direction marks, soft hyphen, variation selectors, BOM)
 * except the Hangul fillers. The final sigma goes because it depends on what
 * follows, and a word must fold alike wherever it stands.
 *
 * A base character and what combines with it (`ﾎﾟ`, `か` + U+3099, `e` + U+0301,
 * Hangul jamo) are folded together; every unit of the result has the offset of
 * that base. Time and memory are linear in the text.
 *
 * @param text Any text, also with lone surrogates (they stay).
 */
export function fold(text: string): Folded {
  const length = text.length;
  let i = 0;
  while (i < length && foldClass(text.charCodeAt(i)) === SIMPLE) i++;
  if (i === length) return { text: foldString(text), offsets: null };
  return new Folder(text).run();
}

/** Folds a string that begins and ends where characters do. */
function foldString(text: string): string {
  const lower = text.normalize("NFKC").toLowerCase();
  return lower.includes("ς") ? lower.replaceAll("ς", "σ") : lower;
}

/** The slow path: runs of simple units in one go, other characters one by one. */
class Folder {
  #parts: string[] = [];
  #offsets: Uint32Array;
  #length = 0;

  constructor(readonly text: string) {
    this.#offsets = new Uint32Array(text.length + 64);
  }

  run(): Folded {
    const { text } = this;
    const length = text.length;
    let i = 0;
    while (i < length) {
      let end = i;
      while (end < length && foldClass(text.charCodeAt(end)) === SIMPLE) end++;
      // The last of the run may be the base of what follows.
      if (end < length && end > i && this.#classAt(end) !== COMPLEX) end--;
      if (end > i) this.#simple(i, end);
      i = end < length ? this.#character(end) : end;
    }
    const offsets = this.#reserve(1);
    offsets[this.#length] = length;
    return {
      text: this.#parts.join(""),
      offsets: offsets.slice(0, this.#length + 1),
    };
  }

  #classAt(i: number): number {
    return foldClassOfCodePoint(this.text.codePointAt(i)!);
  }

  #simple(start: number, end: number): void {
    this.#parts.push(foldString(this.text.slice(start, end)));
    const offsets = this.#reserve(end - start);
    for (let i = start; i < end; i++) offsets[this.#length++] = i;
  }

  /** Folds the character at `start` with all that combines with it; returns where the next begins. */
  #character(start: number): number {
    const { text } = this;
    let joined = "";
    let base = start;
    let i = start;
    for (; i < text.length;) {
      const codePoint = text.codePointAt(i)!;
      const kind = foldClassOfCodePoint(codePoint);
      const width = codePoint > 0xffff ? 2 : 1;
      if (kind !== IGNORED) {
        if (joined !== "" && kind !== EXTENDS) break;
        if (joined === "") base = i;
        joined += text.slice(i, i + width);
      }
      i += width;
    }
    const folded = foldString(joined);
    this.#parts.push(folded);
    this.#reserve(folded.length).fill(
      base,
      this.#length,
      this.#length + folded.length,
    );
    this.#length += folded.length;
    return i;
  }

  #reserve(more: number): Uint32Array {
    if (this.#length + more > this.#offsets.length) {
      const larger = new Uint32Array(2 * (this.#length + more));
      larger.set(this.#offsets);
      this.#offsets = larger;
    }
    return this.#offsets;
  }
}
