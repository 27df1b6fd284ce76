import {
  classOf,
  classOfCodePoint,
  HAN,
  HANGUL,
  JOINER,
  KATAKANA,
  MARK,
  SURROGATE,
} from "./char_class.ts";
import type { Folded } from "./fold.ts";
import { Identifier } from "./_identifier.ts";
import type { TokenSink } from "./_token.ts";

/** A run of katakana at least this long loses a final ー (JIS Z 8301: サーバー = サーバ). */
const LONG_VOWEL_AFTER = 3;

/** Walks folded text once and hands every term to the sink, in order. */
export class Scanner {
  readonly #text: string;
  readonly #identifier: Identifier;
  readonly #sink: TokenSink;
  #position = 0;

  /**
   * @param original What was folded; asked only where its capitals are.
   */
  constructor(original: string, folded: Folded, sink: TokenSink) {
    this.#text = folded.text;
    this.#sink = sink;
    this.#identifier = new Identifier(original, folded, sink);
  }

  run(): void {
    const text = this.#text;
    const length = text.length;
    for (let i = 0; i < length;) {
      const kind = this.#classAt(i);
      if (kind >= HAN) i = this.#denseRun(i);
      else if (kind > MARK || kind === JOINER) {
        const position = this.#position;
        i = this.#identifier.read(i, position);
        if (this.#identifier.found) this.#position = position + 1;
      } else i += text.charCodeAt(i) >= 0xd800 ? widthAt(text, i) : 1;
    }
  }

  #classAt(i: number): number {
    const kind = classOf(this.#text.charCodeAt(i));
    return kind === SURROGATE
      ? classOfCodePoint(this.#text.codePointAt(i)!)
      : kind;
  }

  /**
   * Overlapping bigrams over a run of Han, kana, Hangul and the like; returns
   * where it ends. Left-over marks and a long vowel at the end of a katakana
   * word are no units of their own: they widen the unit before them.
   */
  #denseRun(start: number): number {
    const text = this.#text;
    const length = text.length;
    let katakana = 0;
    let units = 0;
    let last = 0; // class of the last unit
    // The last two units: where they start, where their characters end, what they cover.
    let start1 = 0, end1 = 0, start2 = 0, end2 = 0, cover2 = 0;
    let i = start;
    while (i < length) {
      const kind = this.#classAt(i);
      const width = widthAt(text, i);
      if (kind >= HAN) {
        if (
          katakana >= LONG_VOWEL_AFTER && text[i] === "ー" &&
          (i + 1 === length || classOf(text.charCodeAt(i + 1)) !== KATAKANA)
        ) {
          katakana = 0;
          cover2 = i += 1;
          continue;
        }
        if (units > 1) this.#bigram(start1, end1, start2, end2, cover2);
        start1 = start2, end1 = end2;
        start2 = i, end2 = cover2 = i + width;
        katakana = kind === KATAKANA ? katakana + 1 : 0;
        last = kind;
        units++;
      } else if (kind === MARK) cover2 = i + width;
      else break;
      i += width;
    }
    if (units > 1) this.#bigram(start1, end1, start2, end2, cover2);
    else this.#unit(start2, end2, cover2, "single");
    if (units > 1 && (last === HAN || last === HANGUL)) {
      this.#unit(start2, end2, cover2, "tail");
    } else if (units > 1) this.#position++;
    return i;
  }

  #bigram(
    start1: number,
    end1: number,
    start2: number,
    end2: number,
    cover: number,
  ): void {
    const text = this.#text;
    const term = end1 === start2
      ? text.slice(start1, end2)
      : text.slice(start1, end1) + text.slice(start2, end2);
    this.#sink(term, start1, cover, this.#position++, "bigram");
  }

  #unit(
    start: number,
    end: number,
    cover: number,
    kind: "single" | "tail",
  ): void {
    this.#sink(
      this.#text.slice(start, end),
      start,
      cover,
      this.#position++,
      kind,
    );
  }
}

/** 2 at a surrogate pair, else 1. */
function widthAt(text: string, i: number): number {
  const unit = text.charCodeAt(i);
  if (unit < 0xd800 || unit > 0xdbff || i + 1 === text.length) return 1;
  const next = text.charCodeAt(i + 1);
  return next >= 0xdc00 && next <= 0xdfff ? 2 : 1;
}
