import assert from "node:assert/strict";
import { measure } from "./metrics.ts";

Deno.test("measure averages hits, reciprocal ranks and discounted gains over questions", () => {
  const found = (at: number) =>
    Array.from({ length: 10 }, (_, i) => i === at - 1 ? "a" : `x${i}`);
  const figures = measure([
    { found: found(1), relevant: ["a"] },
    { found: found(3), relevant: ["a"] },
    { found: found(0), relevant: ["a", "b"] },
    { found: found(10), relevant: ["a"] },
  ]);
  assert.equal(figures.questions, 4);
  assert.equal(figures.hit1, 1 / 4);
  assert.equal(figures.hit3, 2 / 4);
  assert.equal(figures.hit5, 2 / 4);
  assert.equal(figures.mrr10, (1 + 1 / 3 + 0 + 1 / 10) / 4);
  // log2(2) = 1, log2(4) = 2, log2(11)
  assert.equal(figures.ndcg10, (1 + 1 / 2 + 0 + 1 / Math.log2(11)) / 4);
});

Deno.test("measure divides by the best gain there could be", () => {
  const { ndcg10 } = measure([{ found: ["x", "a"], relevant: ["a", "b"] }]);
  assert.equal(ndcg10, 1 / Math.log2(3) / (1 + 1 / Math.log2(3)));
});
