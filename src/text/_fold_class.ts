/**
 * What folding does to one UTF-16 unit. Mostly looked up in the engine's own
 * Unicode data when a unit is first seen, and cached: start-up costs nothing, and
 * no list of ranges can be out of date.
 */

/** One unit that folds to one unit and never joins the unit before it. */
export const SIMPLE = 1;
/** Joins the character before it: a combining mark, ﾞ or ﾟ, a Hangul vowel or final. */
export const EXTENDS = 2;
/** Has no meaning for a search and is left out: zero-width, direction marks, variation selectors, soft hyphen. */
export const IGNORED = 3;
/** Folds to more or fewer units than it has, or is half of a surrogate pair. */
export const COMPLEX = 4;

// Characters of nearly every text are set here, so that these do not need the
// regular expressions compiled.
const classes = new Uint8Array(0x10000);
classes.fill(SIMPLE, 0, 0x80);
classes.fill(SIMPLE, 0x3000, 0x302a); // punctuation
classes.fill(SIMPLE, 0x3041, 0x3097); // hiragana
classes.fill(SIMPLE, 0x30a0, 0x30ff); // katakana; ヿ is two letters
classes.fill(SIMPLE, 0x3400, 0x4dc0); // Han
classes.fill(SIMPLE, 0x4e00, 0xa000);
classes.fill(SIMPLE, 0xff01, 0xff5f); // full-width ASCII

/** The folding class of a UTF-16 unit; of a surrogate always COMPLEX. */
export function foldClass(unit: number): number {
  return classes[unit] || (classes[unit] = classify(unit));
}

/** The folding class of a code point, for those beyond U+FFFF. */
export function foldClassOfCodePoint(codePoint: number): number {
  if (codePoint < 0x10000) return foldClass(codePoint);
  // Emoji and Han, nearly all code points seen here, need no look-up.
  if (codePoint >= 0x1f000 && codePoint < 0x2fa20) return COMPLEX;
  return classify(codePoint);
}

function classify(codePoint: number): number {
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return COMPLEX;
  const character = String.fromCodePoint(codePoint);
  // Hangul fillers are "ignorable" to a renderer, but they take part in composition.
  if (
    /\p{Default_Ignorable_Code_Point}/u.test(character) && !isFiller(codePoint)
  ) return IGNORED;
  if (joinsBefore(character)) return EXTENDS;
  if (codePoint > 0xffff) return COMPLEX;
  return character.normalize("NFKC").toLowerCase().length === 1
    ? SIMPLE
    : COMPLEX;
}

/**
 * Whether a character may combine or be reordered with what stands before it.
 * True of those whose decomposition starts with a mark, a Hangul vowel or
 * final, or the one letter (Kirat Rai e) that composes without being a mark.
 */
function joinsBefore(character: string): boolean {
  const first = character.normalize("NFKD").codePointAt(0)!;
  return (first >= 0x1160 && first <= 0x11ff) || first === 0x16d67 ||
    /^\p{M}/u.test(String.fromCodePoint(first));
}

function isFiller(codePoint: number): boolean {
  return codePoint === 0x115f || codePoint === 0x1160 || codePoint === 0x3164 ||
    codePoint === 0xffa0;
}
