import assert from "node:assert/strict";
import fc from "fast-check";
import { type Candidate, fuse } from "../../src/search/fuse.ts";

const side = fc.uniqueArray(fc.nat({ max: 400 }), { maxLength: 200 }).chain(
  (sections) =>
    fc.array(fc.float({ min: Math.fround(0.01), max: 30, noNaN: true }), {
      minLength: sections.length,
      maxLength: sections.length,
    }).map((scores): Candidate[] =>
      sections.map((section, at) => ({
        section,
        score: scores[at],
        passage: section,
        expansion: null,
      }))
        .sort((a, b) => b.score - a.score)
    ),
);

Deno.test("fuse keeps every section of both sides once, scores in 0..1, best first", () => {
  fc.assert(fc.property(side, side, (keyword, vector) => {
    const fused = fuse(keyword, vector, 0.7, 0, Infinity);
    const all = new Set([...keyword, ...vector].map((it) => it.section));
    assert.equal(fused.length, all.size);
    assert.deepEqual(new Set(fused.map((it) => it.section)), all);
    fused.forEach(({ score }, at) => {
      assert.ok(score >= 0 && score <= 1 + 1e-9);
      if (at > 0) assert.ok(score <= fused[at - 1].score);
    });
  }));
});

Deno.test("the best section of both sides scores 1, and a side that found nothing changes no order", () => {
  const list = [9, 3, 1].map((score, section) => ({
    section,
    score,
    passage: section,
    expansion: null,
  }));
  assert.equal(fuse(list, list, 0.7, 0, 9)[0].score, 1);
  assert.deepEqual(
    fuse(list, [], 0.7, 0, 9).map(({ section }) => section),
    [0, 1, 2],
  );
  assert.deepEqual(
    fuse([], list, 0.7, 0, 9).map(({ section }) => section),
    [0, 1, 2],
  );
});

Deno.test("the hundredth section of the vector side counts zero, and so does all behind it; words in common always count", () => {
  const list = Array.from({ length: 150 }, (_, section) => ({
    section,
    score: 1000 - section,
    passage: section,
    expansion: null,
  }));
  const near = fuse([], list, 0, 0, 999);
  assert.equal(near[99].vector!.normalised, 0);
  assert.equal(near[149].score, 0);
  assert.ok(near[98].score > 0);
  assert.equal(fuse(list, [], 1, 0, 999)[149].score, 851 / 1000);
});

Deno.test("a keyword side that found few words of the query counts for less", () => {
  const of = (...scores: number[]) =>
    scores.map((score, section) => ({
      ...{ section, score, passage: section },
      expansion: null,
    }));
  const keyword = of(2, 1), vector = of(0.5, 0.9).reverse();
  const order = (full: number) =>
    fuse(keyword, vector, 0.7, full, 9).map(({ section }) => section);
  assert.deepEqual(order(0), [0, 1]);
  assert.deepEqual(order(20), [1, 0]);
  assert.equal(fuse(keyword, [], 1, 8, 9)[0].score, 2 / 8);
});
