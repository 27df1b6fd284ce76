/** What belongs to the character before it: marks, joiners, skin tones. */
const EXTENDS =
  /[\p{M}\u200C\u200D\uFF9E\uFF9F\u{1F3FB}-\u{1F3FF}\u{E0020}-\u{E007F}]/u;
const FLAG = /[\u{1F1E6}-\u{1F1FF}]/u;
/** Longer runs of marks are no writing, and are cut between code points. */
const LONGEST = 64;

/**
 * The nearest offset at or before `offset`, above `least`, at which `text` can
 * be cut without parting what is read as one character: surrogates, CR and LF,
 * a base and its marks, an emoji sequence.
 *
 * @returns An offset in (least, offset]; `offset` made whole upward to the next
 *   code point when everything between is one character.
 */
export function graphemeStart(
  text: string,
  offset: number,
  least: number,
): number {
  const lowest = Math.max(least + 1, offset - LONGEST);
  for (let at = offset; at >= lowest; at--) {
    if (isGraphemeStart(text, at)) return at;
  }
  return isLowSurrogate(text, offset) ? offset + 1 : offset;
}

function isGraphemeStart(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return true;
  const next = text.charCodeAt(at);
  // Plain letters, kana and ideographs take part in nothing of the below.
  const previous = text.charCodeAt(at - 1);
  if (previous < 0x300 && next < 0x300) {
    return !(previous === 13 && next === 10);
  }
  if (isLowSurrogate(text, at)) return false;
  const character = String.fromCodePoint(text.codePointAt(at)!);
  if (EXTENDS.test(character) || previous === 0x200D) return false;
  return !(FLAG.test(character) && at >= 2 &&
    FLAG.test(String.fromCodePoint(text.codePointAt(at - 2)!)));
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0xDC00 || unit > 0xDFFF || at === 0) return false;
  const before = text.charCodeAt(at - 1);
  return before >= 0xD800 && before <= 0xDBFF;
}
