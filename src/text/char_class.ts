/**
 * What a character of folded text is to the tokenizer and to language
 * detection. The numbers are ordered so that a comparison answers the frequent
 * questions: `>= HAN` is text written without spaces, `DIGIT` or `LETTER` is
 * what words are made of.
 */
export const SEPARATOR = 1;
/** Holds an identifier together: `. _ - / : @ # + $`. */
export const JOINER = 2;
/** A combining mark: belongs to the letter before it. */
export const MARK = 3;
export const DIGIT = 4;
/** A letter of a script that puts spaces between words. */
export const LETTER = 5;
export const HAN = 6;
export const HANGUL = 7;
export const KATAKANA = 8;
/** Hiragana, Bopomofo, and the scripts of South-East Asia with their vowel signs. */
export const DENSE = 9;
/** Half of a surrogate pair: ask `classOfCodePoint`. */
export const SURROGATE = 10;

interface Patterns {
  letters: RegExp;
  numbers: RegExp;
  /** Enclosing marks (the key cap of 1️⃣) are decoration. */
  marks: RegExp;
  scripts: [RegExp, number][];
}

let patterns: Patterns | undefined;

/** Made when first needed: compiling them costs 1 ms. */
function makePatterns(): Patterns {
  return {
    letters: /\p{L}/u,
    numbers: /\p{N}/u,
    marks: /[\p{Mn}\p{Mc}]/u,
    scripts: [
      [/\p{Script=Han}|[〆]/u, HAN],
      [/\p{Script=Hangul}/u, HANGUL],
      [/\p{Script=Katakana}|[ー]/u, KATAKANA],
      [
        /[\p{Script=Hiragana}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u,
        DENSE,
      ],
    ],
  };
}

// Filled when a unit is first seen: a short run of the program needs little of
// it. Characters of nearly every text are set here, so that these do not need the
// regular expressions compiled.
const classes = new Uint8Array(0x10000);
classes.fill(SEPARATOR, 0, 0x80);
classes.fill(DIGIT, 0x30, 0x3a);
classes.fill(LETTER, 0x41, 0x5b);
classes.fill(LETTER, 0x61, 0x7b);
for (const joiner of "._-/:@#+$") classes[joiner.charCodeAt(0)] = JOINER;
classes.fill(SEPARATOR, 0x3000, 0x3005); // 々 follows
classes.fill(SEPARATOR, 0x3008, 0x3021); // brackets
classes.fill(DENSE, 0x3041, 0x3097);
classes.fill(KATAKANA, 0x30a1, 0x30fb);
classes[0x30fb] = SEPARATOR; // ・
classes.fill(KATAKANA, 0x30fc, 0x3100);
classes.fill(HAN, 0x3400, 0x4dc0);
classes.fill(HAN, 0x4e00, 0xa000);
classes.fill(SURROGATE, 0xd800, 0xe000);

/** The class of a UTF-16 unit of folded text. */
export function classOf(unit: number): number {
  return classes[unit] ||
    (classes[unit] = classify(String.fromCharCode(unit)));
}

/** The class of a code point; a lone surrogate is a separator. */
export function classOfCodePoint(codePoint: number): number {
  if (codePoint < 0x10000) {
    const known = classOf(codePoint);
    return known === SURROGATE ? SEPARATOR : known;
  }
  if (codePoint >= 0x20000 && codePoint < 0x40000) return HAN;
  // Emoji: the usual case, without asking the regular expressions.
  if (codePoint >= 0x1f000 && codePoint < 0x1fb00) return SEPARATOR;
  return classify(String.fromCodePoint(codePoint));
}

function classify(character: string): number {
  const { letters, numbers, marks, scripts } = patterns ??= makePatterns();
  const mark = marks.test(character);
  if (mark || letters.test(character) || numbers.test(character)) {
    for (const [script, found] of scripts) {
      if (script.test(character)) return found;
    }
    if (mark) return MARK;
    return letters.test(character) ? LETTER : DIGIT;
  }
  return SEPARATOR;
}

/** Whether a unit of the original (not folded) text is a capital letter. */
export function isCapital(unit: number): boolean {
  if (unit < 0x80) return unit >= 0x41 && unit <= 0x5a;
  return (capitals[unit] ||
    (capitals[unit] = /\p{Lu}/u.test(String.fromCharCode(unit)) ? 2 : 1)) === 2;
}
const capitals = new Uint8Array(0x10000);
