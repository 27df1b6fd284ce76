import {
  classOf,
  classOfCodePoint,
  JOINER,
  LETTER,
  MARK,
  SURROGATE,
} from "./char_class.ts";
import type { Folded } from "./fold.ts";
import { IdentifierTerms, languageSuffix } from "./_identifier_terms.ts";
import type { TokenSink } from "./_token.ts";

/** A run without a space is read in pieces of about this many units, so that time stays linear. */
const LONGEST_RUN = 256;
/** Atoms of one run at most. */
const MOST_ATOMS = 32;
/** The name of a path parameter, `{id}`, is at most this long. */
const LONGEST_PARAMETER = 64;
/** Marks that make an identifier when in front of it: `--no-lock`, `.env`, `@scope`, `$ref`, `/path`. */
const PREFIXES = new Set(
  ["-", "--", ".", "./", "/", "~/", "@", "$", "#", "_", "__", ":", "::"],
);
/** After one of these a mark is an operator or belongs to the markup, not to the identifier. */
const CLOSERS = ")]}>!?*";
/** What may follow an apostrophe inside a word. Of `'s` nothing is kept. */
const ENDINGS = new Set(["s", "t", "d", "m", "ll", "re", "ve"]);

const UNDERSCORE = 0x5f, SLASH = 0x2f, OPEN_BRACE = 0x7b, CLOSE_BRACE = 0x7d;
const APOSTROPHE = 0x27, RIGHT_QUOTE = 0x2019;

/**
 * Finds words and identifiers. An identifier is a run of atoms (letters and
 * digits) held together by joiners; see `IdentifierTerms` for its terms.
 */
export class Identifier {
  /** Whether the last `read` found a word. */
  found = false;

  readonly #text: string;
  readonly #terms: IdentifierTerms;
  /** Start and end of each atom of the current run, in turn. */
  readonly #atoms: number[] = [];
  #position = 0;

  /** @param original What was folded; asked only where its capitals are. */
  constructor(original: string, folded: Folded, sink: TokenSink) {
    this.#text = folded.text;
    this.#terms = new IdentifierTerms(original, folded, sink);
  }

  /** Reads the run that begins at `start`; returns where to go on. */
  read(start: number, position: number): number {
    this.#position = position;
    const first = this.#skipJoiners(start);
    const firstEnd = this.#skipAtom(first);
    this.found = firstEnd > first || this.#isParameter(first);
    if (!this.found) return first;
    const next = this.#unit(firstEnd);
    if (first > start || mayContinue(next)) {
      return this.#run(start, first);
    }
    this.#terms.word(first, firstEnd, position);
    return firstEnd;
  }

  #run(start: number, first: number): number {
    const atoms = this.#atoms;
    atoms.length = 0;
    let i = first; // where the next atom begins
    for (;;) {
      const parameter = this.#isParameter(i);
      const from = parameter ? i + 1 : i;
      const to = this.#skipAtom(from);
      const end = parameter ? to + 1 : to;
      atoms.push(from, to);
      const next = this.#skipJoiners(end);
      if (
        !this.#joins(end, next) ||
        end - start >= LONGEST_RUN || atoms.length >= 2 * MOST_ATOMS ||
        (this.#skipAtom(next) === next && !this.#isParameter(next))
      ) return this.#finish(start, first, end);
      i = next;
    }
  }

  /** Decides where the run really ends, yields its terms, and says where to go on. */
  #finish(start: number, first: number, end: number): number {
    const text = this.#text;
    const atoms = this.#atoms;
    const suffix = languageSuffix(text, atoms[atoms.length - 2]!, end);
    const ending = this.#ending(end);
    if (suffix > 0) atoms[atoms.length - 1] = end += suffix;
    else if (ending !== "" && ending !== "s" && atoms.length === 2) {
      const stop = end + 1 + ending.length;
      this.#terms.contraction(first, end, stop, this.#position);
      return stop;
    }
    const whole = this.#hasPrefix(start, first, end) ? start : first;
    this.#terms.identifier(whole, first, end, atoms, this.#position);
    if (ending === "s") return end + 2;
    // `__init__`, `_emphasis_`: the closing underscores are no prefix of the next word.
    while (this.#unit(end) === UNDERSCORE) end++;
    return end;
  }

  /** The unit at `i`, 0 past the end. */
  #unit(i: number): number {
    return i < this.#text.length ? this.#text.charCodeAt(i) : 0;
  }

  #skipJoiners(i: number): number {
    const text = this.#text;
    while (i < text.length && classOf(text.charCodeAt(i)) === JOINER) i++;
    return i;
  }

  /** Where the letters, digits and marks that begin at `i` end. An atom does not begin with a mark. */
  #skipAtom(start: number): number {
    const text = this.#text;
    const length = text.length;
    let i = start;
    while (i < length) {
      let kind = classOf(text.charCodeAt(i));
      const wide = kind === SURROGATE;
      if (wide) kind = classOfCodePoint(text.codePointAt(i)!);
      if (kind > LETTER || kind < MARK || (kind === MARK && i === start)) break;
      i += wide ? 2 : 1;
    }
    return i;
  }

  /** Whether the joiners in `[from, to)` join: one or two, or `://`. `...` and rules do not. */
  #joins(from: number, to: number): boolean {
    const count = to - from;
    return count > 0 &&
      (count <= 2 || (count === 3 && this.#text.startsWith("://", from)));
  }

  /** Whether a path parameter, the `{id}` after a slash, begins at `i`. */
  #isParameter(i: number): boolean {
    if (this.#unit(i) !== OPEN_BRACE || this.#unit(i - 1) !== SLASH) {
      return false;
    }
    const end = this.#skipAtom(i + 1);
    return end > i + 1 && end - i <= LONGEST_PARAMETER &&
      this.#unit(end) === CLOSE_BRACE;
  }

  #hasPrefix(start: number, first: number, end: number): boolean {
    if (first === start || first - start > 2) return false;
    const mark = this.#text.slice(start, first);
    if (!PREFIXES.has(mark)) return false;
    if (start > 0 && CLOSERS.includes(this.#text.charAt(start - 1))) {
      return false;
    }
    return mark[0] !== "_" || this.#unit(end) !== UNDERSCORE;
  }

  /** What follows an apostrophe at `end` in `Vite's` and `don't`, else "". */
  #ending(end: number): string {
    const mark = this.#unit(end);
    if (mark !== APOSTROPHE && mark !== RIGHT_QUOTE) return "";
    const stop = this.#skipAtom(end + 1);
    const ending = stop - end > 3 ? "" : this.#text.slice(end + 1, stop);
    return ENDINGS.has(ending) ? ending : "";
  }
}

/** Whether a unit after a word may make it part of something longer. */
function mayContinue(unit: number): boolean {
  return classOf(unit) === JOINER || unit === APOSTROPHE ||
    unit === RIGHT_QUOTE;
}
