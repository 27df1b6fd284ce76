import assert from "node:assert/strict";
import fc from "fast-check";
import { TopK } from "../../src/index/top_k.ts";

Deno.test("TopK keeps the best, of equal scores the lower number, and can be used again", () => {
  const scores = fc.array(fc.integer({ min: -5, max: 5 }));
  fc.assert(fc.property(
    scores,
    scores,
    fc.integer({ min: 1, max: 12 }),
    (first, second, limit) => {
      const top = new TopK(limit);
      for (const round of [first, second]) {
        round.forEach((score, item) => top.push(item, score));
        const wanted = round.map((
          score,
          item,
        ): [number, number] => [item, score])
          .sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, limit);
        assert.deepEqual(top.drain(), wanted);
      }
    },
  ));
});

Deno.test("TopK names as its threshold the lowest score that is still kept", () => {
  const top = new TopK(2);
  assert.equal(top.threshold, -Infinity);
  [3, 1, 2].forEach((score, item) => top.push(item, score));
  assert.equal(top.threshold, 2);
});
