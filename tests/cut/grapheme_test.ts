import assert from "node:assert/strict";
import fc from "fast-check";
import { graphemeStart } from "../../src/cut/_grapheme.ts";

const together = [
  "か\u3099",
  "ﾊﾟ",
  "e\u0301\u0323",
  "👨‍👩‍👧",
  "👍🏽",
  "🇯🇵",
  "𠮷",
  "\r\n",
  "葛\u{E0100}",
];
for (const grapheme of together) {
  Deno.test(`graphemeStart() does not part ${JSON.stringify(grapheme)}`, () => {
    const text = `ab${grapheme}cd`;
    for (let offset = 3; offset < 2 + grapheme.length; offset++) {
      assert.equal(graphemeStart(text, offset, 0), 2);
    }
    assert.equal(
      graphemeStart(text, 2 + grapheme.length, 0),
      2 + grapheme.length,
    );
  });
}

Deno.test("graphemeStart() cuts a run of marks that no letter bears, between code points", () => {
  const text = `e${"\u0301".repeat(500)}`;
  assert.equal(graphemeStart(text, 300, 0), 300);
  const faces = "👨‍".repeat(500);
  const at = graphemeStart(faces, 301, 0);
  assert.ok(faces.slice(0, at).isWellFormed());
});

Deno.test("graphemeStart() moves forward and leaves text well formed", () => {
  fc.assert(fc.property(
    fc.string({ unit: "grapheme", minLength: 2, maxLength: 80 }),
    fc.nat(),
    fc.nat(),
    (text, a, b) => {
      const least = a % (text.length - 1);
      const offset = least + 1 + b % (text.length - least - 1 || 1);
      const at = graphemeStart(text, offset, least);
      assert.ok(at > least && at <= offset + 1);
      assert.ok(text.slice(0, at).isWellFormed());
    },
  ));
});
