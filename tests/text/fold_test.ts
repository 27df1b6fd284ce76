import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { fold } from "../../src/text/fold.ts";
import { anyText } from "./_texts.ts";

/** The definition in fold's own words, over the whole string at once. */
function definition(text: string): string {
  return text
    .replace(
      /(?![\u115f\u1160\u3164\uffa0])\p{Default_Ignorable_Code_Point}/gu,
      "",
    )
    .normalize("NFKC").toLowerCase().replaceAll("ς", "σ");
}

function foldedText(text: string): string {
  return fold(text).text;
}

Deno.test("fold() is NFKC and lower case of the whole text, whatever combines with what", () => {
  fc.assert(
    fc.property(anyText, (text) => equal(foldedText(text), definition(text))),
    { numRuns: 2000 },
  );
});

Deno.test("fold() agrees with the definition on every code point, alone and after what may combine with it", () => {
  for (let c = 0; c < 0xe0200; c++) {
    if (c === 0x34000) c = 0xe0000; // nothing is assigned between
    if (c >= 0xd800 && c < 0xe000) continue;
    const character = String.fromCodePoint(c);
    const text = `${character} a${character} \u1100${character}`;
    if (foldedText(text) !== definition(text)) {
      equal(foldedText(text), definition(text), c.toString(16));
    }
  }
});

Deno.test("fold() gives each unit the offset of the character that it comes from", () => {
  fc.assert(fc.property(anyText, (text) => {
    const { text: folded, offsets } = fold(text);
    if (offsets === null) return equal(folded.length, text.length);
    equal(offsets.length, folded.length + 1);
    equal(offsets[folded.length], text.length);
    for (let i = 0; i < folded.length; i++) ok(offsets[i] <= offsets[i + 1]);
    // What lies between two offsets folds to the units that have them.
    for (let i = 0; i < folded.length;) {
      let end = i;
      while (end < folded.length && offsets[end] === offsets[i]) end++;
      equal(
        foldedText(text.slice(offsets[i], offsets[end])),
        folded.slice(i, end),
      );
      i = end;
    }
  }));
});

Deno.test("fold() keeps offsets through composition across characters", () => {
  deepEqual([...fold("ﾘﾎﾟｼﾞﾄﾘ").offsets!], [0, 1, 3, 5, 6, 7]);
  deepEqual(fold("か\u3099x").text, "がx");
  deepEqual([...fold("か\u3099x").offsets!], [0, 2, 3]);
  deepEqual([...fold("\u1100\u1161\u11a8!").offsets!], [0, 3, 4]);
  deepEqual([...fold("a㍿b").offsets!], [0, 1, 1, 1, 1, 2, 3]);
});

Deno.test("fold() keeps offsets through lower case that changes the length", () => {
  const { text, offsets } = fold("xİy");
  equal(text, "xi\u0307y");
  deepEqual([...offsets!], [0, 1, 1, 2, 3]);
});

Deno.test("fold() has no offsets where none differ", () => {
  for (
    const text of ["", "plain", "Ｆｕｌｌ　ＷＩＤＴＨ", "検索とは、ガベージ。"]
  ) {
    equal(fold(text).offsets, null);
  }
});

Deno.test("fold() leaves out zero-width and direction marks and variation selectors", () => {
  equal(
    foldedText("\ufeffzero\u200bwidth\u200f co\u00adop 葛\u{e0100}"),
    "zerowidth coop 葛",
  );
});

Deno.test("fold() is linear: a megabyte of one cluster or of many takes no time", () => {
  const start = performance.now();
  fold("a" + "\u0301".repeat(1_000_000));
  fold("e\u0301".repeat(500_000));
  fold("ﷺ".repeat(100_000));
  ok(performance.now() - start < 5000);
});
