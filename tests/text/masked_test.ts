import assert from "node:assert/strict";
import fc from "fast-check";
import { masked } from "../../src/text/masked.ts";

Deno.test("masked() blanks what lies in the spans and keeps length, lines and the rest", () => {
  assert.equal(masked("a<!-- b\nc -->d", 10, [[11, 23]]), "a      \n     d");
  const span = fc.tuple(fc.nat(60), fc.nat(60))
    .map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)]);
  fc.assert(fc.property(
    fc.string({ unit: fc.constantFrom("a", "\n", "\r", "表") }),
    fc.nat(30),
    fc.array(span, { maxLength: 4 }),
    (text, start, spans) => {
      const shown = masked(text, start, spans);
      assert.equal(shown.length, text.length);
      for (let at = 0; at < text.length; at++) {
        const isHidden = spans.some(([from, to]) =>
          start + at >= from && start + at < to
        );
        const isBreak = text[at] === "\n" || text[at] === "\r";
        assert.equal(shown[at], isHidden && !isBreak ? " " : text[at]);
      }
    },
  ));
});
