import assert from "node:assert/strict";
import fc from "fast-check";
import { didYouMean } from "../../src/text/did_you_mean.ts";
import { editDistance } from "../../src/text/edit_distance.ts";

Deno.test("editDistance() counts insertions, removals, replacements and swaps", () => {
  assert.equal(editDistance("", "abc"), 3);
  assert.equal(editDistance("glob", "glbo"), 1);
  assert.equal(editDistance("kitten", "sitting"), 3);
  assert.equal(editDistance("検索", "探索"), 1);
});

Deno.test("editDistance() is symmetric, and zero only for equal words", () => {
  const word = fc.string({
    unit: fc.constantFrom("a", "b", "c"),
    maxLength: 8,
  });
  fc.assert(fc.property(word, word, fc.nat(8), (a, b, limit) => {
    const distance = editDistance(a, b);
    assert.equal(distance, editDistance(b, a));
    assert.equal(distance === 0, a === b);
    assert.equal(editDistance(a, b, limit), Math.min(distance, limit + 1));
  }));
});

Deno.test("didYouMean() finds what was meant and invents nothing", () => {
  const known = ["build", "search", "get", "list", "status"];
  assert.equal(didYouMean("serach", known), "search");
  assert.equal(didYouMean("sea", known), "search");
  assert.equal(didYouMean("STATUS", known), "status");
  assert.equal(didYouMean("s", known), undefined);
  assert.equal(didYouMean("frobnicate", known), undefined);
  assert.equal(didYouMean("", known), undefined);
});
