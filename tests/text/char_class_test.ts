import { equal } from "node:assert/strict";
import {
  classOf,
  classOfCodePoint,
  DENSE,
  DIGIT,
  HAN,
  HANGUL,
  isCapital,
  JOINER,
  KATAKANA,
  LETTER,
  MARK,
  SEPARATOR,
} from "../../src/text/char_class.ts";

/** The classes in Unicode's words. */
function definition(character: string): number {
  if ("._-/:@#+$".includes(character)) return JOINER;
  if (!/[\p{L}\p{N}\p{Mn}\p{Mc}]/u.test(character)) return SEPARATOR;
  if (/[\p{Script=Han}〆]/u.test(character)) return HAN;
  if (/\p{Script=Hangul}/u.test(character)) return HANGUL;
  if (/[\p{Script=Katakana}ー]/u.test(character)) return KATAKANA;
  const dense =
    /[\p{sc=Hira}\p{sc=Bopo}\p{sc=Yiii}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
  if (dense.test(character)) return DENSE;
  if (/\p{M}/u.test(character)) return MARK;
  return /\p{L}/u.test(character) ? LETTER : DIGIT;
}

Deno.test("classOf() agrees with Unicode on every character, as far as one is assigned", () => {
  for (let c = 0; c < 0x20000; c++) {
    if (c >= 0xd800 && c < 0xe000) continue;
    const character = String.fromCodePoint(c);
    if (/\p{Cn}/u.test(character)) continue;
    const found = c < 0x10000 ? classOf(c) : classOfCodePoint(c);
    // Enclosed letters and squared words are taken with the emoji among them.
    if (c >= 0x1f000 && c < 0x1fb00) equal(found, SEPARATOR);
    else if (found !== definition(character)) {
      equal(found, definition(character), c.toString(16));
    }
  }
});

Deno.test("classOfCodePoint() takes rare Han for Han, and half a pair for nothing", () => {
  equal(classOfCodePoint("𠮷".codePointAt(0)!), HAN);
  equal(classOfCodePoint(0xd842), SEPARATOR);
});

Deno.test("isCapital() knows capitals of every script and width", () => {
  for (const capital of ["A", "É", "Ω", "Ж", "Ａ"]) {
    equal(isCapital(capital.charCodeAt(0)), true, capital);
  }
  for (const other of ["a", "é", "1", "設", "_"]) {
    equal(isCapital(other.charCodeAt(0)), false, other);
  }
});
