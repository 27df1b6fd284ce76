import { anyOf, wordPattern } from "./_word_pattern.ts";
import {
  COUNTERS,
  FREQUENCY_WORDS,
  KANJI_DIGITS,
  KANJI_FACTORS,
  NOT_UNITS,
  NUMBER_WORDS,
} from "./words/numbers.ts";
import { type UnitNames, UNITS } from "./words/units.ts";

/** A number in a text. */
export interface Numeral {
  /** For comparison: versions and dates as written, else the value in decimal. */
  value: string;
  /** `time`, `byte` and so on; "" without a known unit. */
  dimension: string;
  /** The value in the base unit of the dimension; NaN for a version. */
  base: number;
  /** Whether it is a small count (`two`, `2つ`) that a source need not state: it may list two things. */
  loose: boolean;
  /** Whether a word follows that may be a unit. */
  followed: boolean;
  /** The word before it: `code` of `exit code 2`. */
  key: string;
  /** UTF-16 offsets. */
  at: number;
  end: number;
}

/** Dimension and factor by a unit's name. */
const UNIT_OF: ReadonlyMap<string, UnitNames> = new Map(
  UNITS.flatMap((unit) => unit.names.map((name) => [name, unit] as const)),
);
// The longest first: `分` is not the unit of `分間`.
const UNIT = anyOf(
  [...UNIT_OF.keys()].sort((a, b) => b.length - a.length)
    .map((name) => /[a-z]$/.test(name) ? `${name}(?![a-z])` : name),
);
const DIGITS = new RegExp(
  `(?<![A-Za-z0-9_.]|[A-Za-z_]-)v?(\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d{4}-\\d\\d?-\\d\\d?|\\d+(?:\\.\\d+)*)(?:[ -]?(${UNIT}))?(?<counter>つ)?`,
  "gi",
);
const WORD = new RegExp(
  `(?<![a-z-])(${anyOf(Object.keys(NUMBER_WORDS))})(?![a-z])(?:[ -](${UNIT}))?`,
  "gi",
);
const FREQUENCY = wordPattern({ en: Object.keys(FREQUENCY_WORDS), ja: [] });
const KANJI = KANJI_DIGITS + Object.keys(KANJI_FACTORS).join("");
const KANJI_NUMBER = new RegExp(
  `(?<![${KANJI}])([${KANJI}]{1,12})${anyOf(COUNTERS)}`,
  "g",
);

/** What follows a number begins with a word that may be a unit. */
const FOLLOWED = new RegExp(
  `^[ -]?(?!${anyOf([...NOT_UNITS.en, ...NOT_UNITS.ja])}(?![a-z]))` +
    String.raw`[A-Za-z\u30a0-\u30ff\u3400-\u9fff]`,
);
/** A Latin word, or the end of a Japanese one before its particle. */
const KEY =
  /(?:([A-Za-z]{2,})[\s`*]*|([\u30a0-\u30ff\u3400-\u9fff]{2})[はがをにで、\s`*]{0,3})$/;

/**
 * The numbers of a text: digits with units, versions, dates, and number words.
 * Digits within names (`E2001`, `UTF-8`) are part of the name.
 *
 * @param whole in NFKC
 */
export function numerals(whole: string): Numeral[] {
  const found: Numeral[] = [];
  const add = (
    { index, 0: { length } }: RegExpMatchArray,
    value: number,
    text: string,
    name: string | undefined,
    loose: boolean,
  ) => {
    const { dimension, factor } = UNIT_OF.get(name?.toLowerCase() ?? "") ??
      { dimension: "", factor: 1 };
    const at = index!, end = at + length;
    const base = value * factor;
    if (dimension !== "" && value > 1) loose = false;
    found.push({
      ...{ value: text, dimension, base, loose, at, end },
      followed: FOLLOWED.test(whole.slice(end, end + 12)),
      key: KEY.exec(whole.slice(Math.max(0, at - 24), at))?.slice(1).join("")
        .toLowerCase() ?? "",
    });
  };
  for (const match of whole.matchAll(DIGITS)) {
    const end = match.index + match[0].length;
    const after = whole[end] ?? "";
    const ordinal = /^(?:st|nd|rd|th)(?![A-Za-z0-9_])/i
      .test(whole.slice(end, end + 3));
    // `3D`, `4xx`: of a word, unless it is a unit that stands there.
    if (match[2] === undefined && /[A-Za-z_]/.test(after) && !ordinal) continue;
    const plain = match[1]!.replace(/,(?=\d{3})/g, "");
    const value = Number(plain);
    const name = Number.isNaN(value) ? plain : String(value);
    const small = match.groups!.counter !== undefined && value <= 3 ||
      value === 1 && FOLLOWED.test(after);
    add(match, value, name, match[2], small || ordinal && value <= 3);
  }
  for (const match of whole.matchAll(WORD)) {
    const value = NUMBER_WORDS[match[1]!.toLowerCase()]!;
    if (value === 1 && match[1]!.toLowerCase() === "one") continue;
    add(match, value, String(value), match[2], value <= 3);
  }
  for (const match of whole.matchAll(FREQUENCY)) {
    const value = FREQUENCY_WORDS[match[0].toLowerCase()]!;
    add(match, value, String(value), "times", value === 1);
  }
  for (const match of whole.matchAll(KANJI_NUMBER)) {
    const value = kanjiValue(match[1]!);
    add(match, value, String(value), undefined, value <= 3);
  }
  return found;
}

function kanjiValue(text: string): number {
  let sum = 0, digit = -1;
  for (const sign of text) {
    const factor = KANJI_FACTORS[sign];
    if (factor !== undefined) {
      sum += (digit < 0 ? 1 : digit) * factor;
      digit = -1;
    } else digit = (digit < 0 ? 0 : digit * 10) + KANJI_DIGITS.indexOf(sign);
  }
  return sum + Math.max(0, digit);
}

/** Whether one number may stand for the other: the same, or the same in another unit. */
export function sameNumber(a: Numeral, b: Numeral): boolean {
  if (a.dimension !== "" && b.dimension !== "") {
    return a.dimension === b.dimension &&
      Math.abs(a.base - b.base) <= 1e-9 * Math.max(a.base, b.base);
  }
  if (a.value !== b.value) return false;
  return a.dimension === "" ? b.dimension === "" || !a.followed : !b.followed;
}

/** Whether the same word stands before both, so that they are values of the same thing. */
export function sameKey(a: Numeral, b: Numeral): boolean {
  return a.key !== "" && a.key === b.key;
}
