import { classOf, DIGIT } from "./char_class.ts";
import type { Folded } from "./fold.ts";
import { humps } from "./_humps.ts";
import type { TokenSink } from "./_token.ts";

/** Longer terms, in UTF-16 units, are hashes and encoded data: nobody types them. */
const LONGEST_TERM = 64;

const HYPHEN = 0x2d, UNDERSCORE = 0x5f, DOT = 0x2e, PLUS = 0x2b, HASH = 0x23;
const SMALL_V = 0x76;

/**
 * Yields the terms of one word or identifier, all at one position:
 *
 * - itself as written (`word`), with and without the mark in front of it,
 * - each name in it, a name being what `-` and `_` hold together,
 * - each name written in one word (`nolock`, so that `no-lock`, `no_lock` and
 *   `noLock` meet),
 * - the atoms of a name and the humps of an atom,
 * - a version number without what is in front of it (`v1.0.21`, `pkg@1.0.21`).
 *
 * Every word and identifier passes through `#put`, the one place where a term
 * would be normalised further.
 */
export class IdentifierTerms {
  readonly #text: string;
  readonly #original: string;
  readonly #offsets: Uint32Array | null;
  readonly #sink: TokenSink;
  #position = 0;

  /** @param original What was folded; asked only where its capitals are. */
  constructor(original: string, folded: Folded, sink: TokenSink) {
    this.#text = folded.text;
    this.#offsets = folded.offsets;
    this.#original = original;
    this.#sink = sink;
  }

  /** A word that is not part of anything longer. */
  word(start: number, end: number, position: number): void {
    this.#position = position;
    this.#put(start, end, "word");
    this.#atom(start, end, false);
  }

  /** A word that is written with an apostrophe at `mark`: `don't` is `dont`. */
  contraction(start: number, mark: number, end: number, position: number) {
    if (end - start > LONGEST_TERM) return;
    const text = this.#text;
    const term = text.slice(start, mark) + text.slice(mark + 1, end);
    this.#sink(term, start, end, position, "word");
  }

  /**
   * A run of atoms.
   *
   * @param whole Where the identifier starts with the mark in front of it, if that counts.
   * @param first Where it starts without.
   * @param atoms Start and end of each atom in turn: the methods below step over
   *   these pairs by two, so that an index and the one after it are in range.
   */
  identifier(
    whole: number,
    first: number,
    end: number,
    atoms: number[],
    position: number,
  ): void {
    this.#position = position;
    this.#put(whole, end, "word");
    let names = 0;
    for (let a = 0; a < atoms.length; names++) {
      let b = a + 2;
      while (b < atoms.length && this.#isSoft(atoms[b - 1]!, atoms[b]!)) b += 2;
      const from = atoms[a]!, to = atoms[b - 1]!;
      if (from !== whole || to !== end) this.#put(from, to, "part");
      if (to < end && languageSuffix(this.#text, from, to) === 2) {
        this.#put(from, to + 2, "part"); // C++ in C++17
      }
      const compound = b - a > 2;
      if (compound) this.#joined(atoms, a, b);
      for (; a < b; a += 2) this.#atom(atoms[a]!, atoms[a + 1]!, compound);
    }
    // Where the identifier is one name, that was it without its mark.
    if (first !== whole && names > 1) this.#put(first, end, "part");
    this.#versions(whole, end, atoms);
  }

  /** A name in one word. */
  #joined(atoms: number[], a: number, b: number): void {
    const from = atoms[a]!, to = atoms[b - 1]!;
    if (to - from > LONGEST_TERM) return;
    let term = "";
    for (let c = a; c < b; c += 2) {
      term += this.#text.slice(atoms[c]!, atoms[c + 1]!);
    }
    this.#sink(term, from, to, this.#position, "part");
  }

  /** Itself if asked, its bare form without `++` or `#`, the number of a `v3`, its humps. */
  #atom(start: number, end: number, itself: boolean): void {
    if (itself) this.#put(start, end, "part");
    let bare = end;
    while (isSuffix(this.#text.charCodeAt(bare - 1))) bare--;
    if (bare < end) this.#put(start, bare, "part");
    else if (this.#isVersionStart(start, end)) {
      this.#put(start + 1, end, "part");
    } else this.#humps(start, end);
  }

  /** Numbers joined by dots, where they are not the whole identifier: `1.0.21` and `1.0`. */
  #versions(whole: number, end: number, atoms: number[]): void {
    for (let a = 0; a < atoms.length;) {
      const versioned = this.#isVersionStart(atoms[a]!, atoms[a + 1]!);
      let b = a + 2;
      if (versioned || this.#isNumber(atoms[a]!, atoms[a + 1]!)) {
        while (
          b < atoms.length && atoms[b]! === atoms[b - 1]! + 1 &&
          this.#text.charCodeAt(atoms[b - 1]!) === DOT &&
          this.#isNumber(atoms[b]!, atoms[b + 1]!)
        ) b += 2;
      }
      if (b - a > 2) {
        const from = versioned ? atoms[a]! + 1 : atoms[a]!;
        const to = atoms[b - 1]!;
        if (from !== whole || to !== end) this.#put(from, to, "part");
        if (b - a > 4) this.#put(from, atoms[a + 3]!, "part");
      }
      a = b;
    }
  }

  #humps(start: number, end: number): void {
    const original = this.#original, offsets = this.#offsets;
    // Only where folding changed something after the first character.
    for (let i = start + 1; i < end; i++) {
      const unit = original.charCodeAt(offsets === null ? i : offsets[i]!);
      if (unit !== this.#text.charCodeAt(i)) {
        return humps(original, offsets, start, end, this.#putPart);
      }
    }
  }

  readonly #putPart = (start: number, end: number): void =>
    this.#put(start, end, "part");

  #put(start: number, end: number, kind: "word" | "part"): void {
    if (end - start > LONGEST_TERM) return;
    const term = this.#text.slice(start, end);
    this.#sink(term, start, end, this.#position, kind);
  }

  /** Whether only hyphens and underscores stand in `[from, to)`. */
  #isSoft(from: number, to: number): boolean {
    for (let i = from; i < to; i++) {
      const unit = this.#text.charCodeAt(i);
      if (unit !== HYPHEN && unit !== UNDERSCORE) return false;
    }
    return true;
  }

  #isVersionStart(start: number, end: number): boolean {
    return this.#text.charCodeAt(start) === SMALL_V &&
      this.#isNumber(start + 1, end);
  }

  #isNumber(start: number, end: number): boolean {
    for (let i = start; i < end; i++) {
      if (classOf(this.#text.charCodeAt(i)) !== DIGIT) return false;
    }
    return start < end;
  }
}

/** Length of the `++` or `#` that ends a name like C++ or C# whose letters are `[start, end)`, else 0. */
export function languageSuffix(
  text: string,
  start: number,
  end: number,
): number {
  if (end - start <= 2 && text.startsWith("++", end)) return 2;
  return end - start === 1 && text[end] === "#" ? 1 : 0;
}

function isSuffix(unit: number): boolean {
  return unit === PLUS || unit === HASH;
}
