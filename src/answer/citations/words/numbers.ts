import type { WordList } from "../_word_pattern.ts";

/** English words for numbers. */
export const NUMBER_WORDS: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  single: 1,
  double: 2,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  dozen: 12,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
  hundred: 100,
  thousand: 1000,
};

/** How often. */
export const FREQUENCY_WORDS: Readonly<Record<string, number>> = {
  once: 1,
  twice: 2,
  thrice: 3,
};

/** Kanji for 0 to 9, in order. */
export const KANJI_DIGITS = "〇一二三四五六七八九";

/** Kanji that multiply the digit before them. */
export const KANJI_FACTORS: Readonly<Record<string, number>> = {
  十: 10,
  百: 100,
  千: 1000,
};

/** Words of which one must follow kanji for these to be a number. */
export const COUNTERS: readonly string[] = [
  "つ",
  "人",
  "件",
  "個",
  "倍",
  "分",
  "列",
  "台",
  "回",
  "度目",
  "文字",
  "日",
  "時間",
  "本",
  "枚",
  "段階",
  "秒",
  "種類",
  "行",
  "通り",
  "項目",
];

/** Words after a number that are no unit of it. */
export const NOT_UNITS: WordList = {
  en: [
    "and",
    "as",
    "at",
    "by",
    "for",
    "from",
    "in",
    "is",
    "of",
    "or",
    "per",
    "to",
    "with",
  ],
  ja: ["か", "が", "で", "と", "に", "の", "は", "ま", "も", "や", "よ", "を"],
};
