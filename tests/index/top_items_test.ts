import assert from "node:assert/strict";
import fc from "fast-check";
import { topItems } from "../../src/index/top_items.ts";

Deno.test("topItems returns the best items, of equal scores the lower number first", () => {
  fc.assert(fc.property(
    fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 100 }),
    fc.integer({ min: 1, max: 120 }),
    (scores, limit) => {
      const keys = BigUint64Array.from(
        scores,
        (score, item) => BigInt(score) << 32n | BigInt(~item >>> 0),
      );
      const plain = scores.map((score, item): [number, number] => [item, score])
        .sort((a, b) => b[1] - a[1] || a[0] - b[0]);
      assert.deepEqual(
        topItems(keys, limit, (item) => scores[item]),
        plain.slice(0, limit),
      );
    },
  ));
});
