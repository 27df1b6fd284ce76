/** A number as a text gives it. */
export interface Numeral {
  /** As compared: of a version or date the text, else the value. */
  value: string;
  /** What is measured (`time`, `byte`), "" where nothing known is. */
  dimension: string;
  /** In the base unit of the dimension; NaN of a version. */
  base: number;
  /** Whether it is a word or a small count (`two`, `2つ`), which a text may leave to be counted. */
  loose: boolean;
  /** Whether a word follows that may be a unit, though none that is known. */
  followed: boolean;
  /** What stands before it, by which it is told from others: `code` of `exit code 2`. */
  key: string;
  /** Where it stands. */
  at: number;
  end: number;
}

/** Unit, its dimension and what it is of the base unit. Decimal and binary prefixes are often mixed up and count as one. */
const UNITS: Record<string, [string, number]> = {};
function unit(dimension: string, factor: number, names: string): void {
  for (const name of names.split(" ")) UNITS[name] = [dimension, factor];
}
unit("time", 0.001, "ms millisecond milliseconds ミリ秒");
unit("time", 1, "s sec secs second seconds 秒");
unit("time", 60, "min mins minute minutes 分");
unit("time", 3600, "h hr hrs hour hours 時間");
unit("time", 86400, "day days 日間");
unit("byte", 1, "byte bytes バイト");
unit("byte", 1e3, "kb kib キロバイト");
unit("byte", 1e6, "mb mib メガバイト");
unit("byte", 1e9, "gb gib ギガバイト");
unit("byte", 1e12, "tb tib テラバイト");
unit("bit", 1, "bit bits ビット");
unit("share", 0.01, "% percent パーセント");
unit("px", 1, "px pixel pixels ピクセル");
unit("times", 1, "times 倍");
unit("rem", 1, "rem");
unit("em", 1, "em");

const WORDS: Record<string, number> = {};
"zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
  .split(" ").forEach((word, value) => WORDS[word] = value);
Object.assign(WORDS, {
  ...{ thirty: 30, forty: 40, fifty: 50, sixty: 60, ninety: 90, hundred: 100 },
  ...{ thousand: 1000, dozen: 12, single: 1, double: 2 },
});
const KANJI = "〇一二三四五六七八九";

const UNIT_NAMES = Object.keys(UNITS).sort((a, b) => b.length - a.length)
  .map((name) => /[a-z]$/.test(name) ? `${name}(?![a-z])` : name).join("|");
const DIGITS = new RegExp(
  `(?<![A-Za-z0-9_.]|[A-Za-z_]-)v?(\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d{4}-\\d\\d?-\\d\\d?|\\d+(?:\\.\\d+)*)(?:[ -]?(${UNIT_NAMES}))?(?<counter>つ)?`,
  "gi",
);
const WORD = new RegExp(
  `(?<![a-z-])(${
    Object.keys(WORDS).join("|")
  })(?![a-z])(?:[ -](${UNIT_NAMES}))?`,
  "gi",
);
const KANJI_NUMBER =
  /(?<![〇一二三四五六七八九十百千])([〇一二三四五六七八九十百千]{1,12})(?:つ|個|件|回|倍|度目|段階|種類|行|列|人|日|分|秒|時間|文字|本|枚|台|項目|通り)/g;

const FOLLOWED =
  /^[ -]?(?!(?:to|or|and|from|per|of|in|for|at|by|is|as|with|に|を|が|は|で|と|の|も|や|か|ま|よ)(?![a-z]))[A-Za-z\u30a0-\u30ff\u3400-\u9fff]/;
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
    const [dimension, factor] = UNITS[name?.toLowerCase() ?? ""] ?? ["", 1];
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
    const plain = match[1].replace(/,(?=\d{3})/g, "");
    const value = Number(plain);
    const name = Number.isNaN(value) ? plain : String(value);
    const small = match.groups!.counter !== undefined && value <= 3 ||
      value === 1 && FOLLOWED.test(after);
    add(match, value, name, match[2], small || ordinal && value <= 3);
  }
  for (const match of whole.matchAll(WORD)) {
    const value = WORDS[match[1].toLowerCase()];
    if (value === 1 && match[1].toLowerCase() === "one") continue;
    add(match, value, String(value), match[2], value <= 3);
  }
  for (const match of whole.matchAll(/\b(once|twice|thrice)\b/gi)) {
    const value =
      { o: 1, t: 2 }[match[0][1] === "h" ? "" : match[0][0].toLowerCase()] ?? 3;
    add(match, value, String(value), "times", value === 1);
  }
  for (const match of whole.matchAll(KANJI_NUMBER)) {
    const value = kanjiValue(match[1]);
    add(match, value, String(value), undefined, value <= 3);
  }
  return found;
}

function kanjiValue(text: string): number {
  let sum = 0, digit = -1;
  for (const sign of text) {
    const factor = { 十: 10, 百: 100, 千: 1000 }[sign];
    if (factor !== undefined) {
      sum += (digit < 0 ? 1 : digit) * factor;
      digit = -1;
    } else digit = (digit < 0 ? 0 : digit * 10) + KANJI.indexOf(sign);
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

/** Whether two stand behind the same word, as two values of one thing. */
export function sameKey(a: Numeral, b: Numeral): boolean {
  return a.key !== "" && a.key === b.key;
}
