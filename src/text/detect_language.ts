import {
  classOf,
  DENSE,
  DIGIT,
  HAN,
  isCapital,
  KATAKANA,
  LETTER,
} from "./char_class.ts";

/** The detected main language of a document; `und`: another one, or undetermined. */
export type Language = "ja" | "en" | "und";

/** UTF-16 units of a long text that are looked at. */
const SAMPLE = 200_000;
/** So many Japanese characters count as one English word. */
const CHARACTERS_PER_WORD = 2;
/** A Japanese page is full of English terms, an English one holds hardly any Japanese. */
const JAPANESE_SHARE = 0.2;
/** Han without any kana is taken for Japanese up to this many characters (a title); beyond it is Chinese. */
const HAN_ONLY = 40;
/** From so many words on, a text in Latin letters must hold English function words to count as English. */
const ENOUGH_WORDS = 40;
const FUNCTION_WORD_SHARE = 0.01;
const FUNCTION_WORDS = new Set(
  ["the", "and", "to", "you", "with", "this", "that"],
);

/**
 * Tells Japanese from English by the share of kana and Han against Latin
 * words. Fenced and inline code, tags, addresses and whatever looks like an
 * identifier do not count, so a Japanese page full of code is Japanese.
 *
 * @param text Markdown, plain text or extracted text.
 */
export function detectLanguage(text: string): Language {
  const count = countLetters(text.slice(0, SAMPLE));
  const japanese = count.kana > 0 || count.han <= HAN_ONLY
    ? (count.kana + count.han) / CHARACTERS_PER_WORD
    : 0;
  if (japanese > 0 && japanese >= JAPANESE_SHARE * (japanese + count.words)) {
    return "ja";
  }
  const foreign = count.other / CHARACTERS_PER_WORD +
    (japanese === 0 ? count.han / CHARACTERS_PER_WORD : 0);
  if (count.words === 0 || foreign > count.words) return "und";
  const english = count.words < ENOUGH_WORDS ||
    count.functionWords >= FUNCTION_WORD_SHARE * count.words;
  return english ? "en" : "und";
}

interface Letters {
  kana: number;
  han: number;
  /** Letters of further scripts. */
  other: number;
  /** Words in Latin letters that stand in prose. */
  words: number;
  functionWords: number;
}

function countLetters(text: string): Letters {
  const count = { kana: 0, han: 0, other: 0, words: 0, functionWords: 0 };
  let fence = "";
  for (let start = 0; start < text.length;) {
    let end = text.indexOf("\n", start);
    if (end < 0) end = text.length;
    const marker = fenceMarker(text, start, end);
    if (fence !== "") {
      if (marker.startsWith(fence)) fence = "";
    } else if (marker !== "") fence = marker;
    else countLine(text, start, end, count);
    start = end + 1;
  }
  return count;
}

/** The run of three or more backticks or tildes that a line begins with, else "". */
function fenceMarker(text: string, start: number, end: number): string {
  let i = start;
  while (i < end && (text[i] === " " || text[i] === "\t")) i++;
  const mark = text[i];
  if (mark !== "`" && mark !== "~") return "";
  let stop = i;
  while (stop < end && text[stop] === mark) stop++;
  return stop - i >= 3 ? text.slice(i, stop) : "";
}

function countLine(
  text: string,
  start: number,
  end: number,
  count: Letters,
): void {
  for (let i = start; i < end;) {
    const unit = text.charCodeAt(i);
    if (unit === 0x60 || unit === 0x3c) {
      i = afterSpan(text, i, end);
      continue;
    }
    const kind = classOf(unit);
    if (kind === LETTER && isLatin(unit)) {
      i = countWord(text, i, end, count);
      continue;
    }
    if (kind === HAN) count.han++;
    else if (kind === KATAKANA || (kind === DENSE && unit >= 0x3040)) {
      count.kana++;
    } else if (kind === DENSE || kind >= LETTER && kind < KATAKANA) {
      count.other++;
    }
    i++;
  }
}

/** Where inline code or a tag ends that begins at `i`; `i + 1` if it does not end on this line. */
function afterSpan(text: string, i: number, end: number): number {
  const close = text.indexOf(text[i] === "<" ? ">" : "`", i + 1);
  return close < 0 || close >= end ? i + 1 : close + 1;
}

/** Counts the run of word characters and joiners at `i` if it is a plain word; returns where it ends. */
function countWord(
  text: string,
  start: number,
  end: number,
  count: Letters,
): number {
  let plain = start === 0 || !"-_/.:@#$\\&=".includes(text.charAt(start - 1));
  let i = start;
  for (; i < end; i++) {
    const unit = text.charCodeAt(i);
    const kind = classOf(unit);
    if (kind === LETTER && isLatin(unit)) {
      if (i > start && isCapital(unit)) plain = false;
    } else if (kind === DIGIT || unit === 0x5f) plain = false;
    else break;
  }
  const next = i < end ? text.charAt(i) : " ";
  if ("/@#$\\=(".includes(next)) plain = false;
  else if (".:".includes(next) && i + 1 < end) {
    // A full stop ends a sentence; between letters it joins an identifier.
    if (classOf(text.charCodeAt(i + 1)) === LETTER) plain = false;
  }
  if (plain && i - start > 1) {
    count.words++;
    if (FUNCTION_WORDS.has(text.slice(start, i).toLowerCase())) {
      count.functionWords++;
    }
  }
  return i;
}

function isLatin(unit: number): boolean {
  return unit < 0x250 || (unit >= 0x1e00 && unit < 0x1f00) ||
    (unit >= 0xff21 && unit <= 0xff5a);
}
