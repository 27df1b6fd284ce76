/**
 * Text on a terminal: how many columns it takes, and where to break it.
 *
 * @module
 */

const ascii = /^[ -~]*$/;

/** Columns that one character (code point) takes: 0, 1 or 2. */
export function characterWidth(character: string): number {
  if (character <= "~") return 1;
  // Kana and Han, without the regular expressions, which cost a start 1 ms.
  if (character >= "\u3041" && character <= "\u9fff") return 2;
  if (isWide(character)) return 2;
  return isZero(character) ? 0 : 1;
}

/** Wide and fullwidth characters (Unicode Standard Annex 11), and emoji. */
function isWide(character: string): boolean {
  return /[\u1100-\u115f\u231a\u231b\u2329\u232a\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u
    .test(character);
}

/** Marks that sit on the character before them, and invisible ones. */
function isZero(character: string): boolean {
  return /[\p{Mn}\p{Me}\p{Cf}]/u.test(character);
}

/** Columns that a text without line breaks takes. */
export function displayWidth(text: string): number {
  if (ascii.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** The beginning of a text that fits in so many columns, `…` where it was cut. */
export function truncate(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let width = 1;
  let kept = "";
  for (const character of text) {
    width += characterWidth(character);
    if (width > columns) break;
    kept += character;
  }
  return kept.trimEnd() + "…";
}

/** Characters that may not begin a line, and those that may not end one. */
const notFirst =
  /[、。，．・：；？！ー）］｝」』】〕〉》”’ぁぃぅぇぉっゃゅょァィゥェォッャュョ々,.:;?!)\]}]/;
const notLast = /[（［｛「『【〔〈《“‘([{]/;

/**
 * Breaks a text into lines of at most so many columns: at spaces, and between
 * characters of scripts that write without them, except before closing and
 * after opening punctuation. A word that is longer than a line is broken.
 *
 * @param text without line breaks
 * @returns spans of the text (UTF-16 offsets), without the spaces at breaks
 */
export function wrap(text: string, columns: number): [number, number][] {
  const lines: [number, number][] = [];
  let start = 0, width = 0; // of the line being filled
  let breakEnd = -1, breakNext = -1; // the last place where it could end
  let before = "";
  for (let at = 0; at < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(at)!);
    const size = characterWidth(character);
    if (character === " ") {
      if (before !== " ") breakEnd = at;
      breakNext = at + 1;
    } else if (
      at > start && before !== " " && !notFirst.test(character) &&
      !notLast.test(before) && (size === 2 || characterWidth(before) === 2)
    ) {
      breakEnd = breakNext = at;
    }
    // Spaces may hang over the end; they are not part of the line. What is left
    // behind a break can be too wide once more.
    while (width + size > columns && character !== " " && at > start) {
      if (breakEnd <= start) breakEnd = breakNext = at;
      lines.push([start, breakEnd]);
      start = breakNext;
      width = displayWidth(text.slice(start, at));
      breakEnd = breakNext = -1;
    }
    width += size;
    at += character.length;
    before = character;
  }
  lines.push([start, text.length]);
  return lines;
}
