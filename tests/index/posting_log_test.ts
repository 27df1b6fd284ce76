import assert from "node:assert/strict";
import fc from "fast-check";
import { PostingLog } from "../../src/index/posting_log.ts";

Deno.test("PostingLog returns the items of each term in order", () => {
  const triples = fc.array(fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 255 })));
  fc.assert(fc.property(triples, (rows) => {
    const log = new PostingLog();
    rows.forEach(([term, counts], item) => log.add(term, item, counts));
    const group = log.group(21);
    for (let term = 0; term <= 20; term++) {
      const wanted = rows.map(([t, c], item) => [t, item, c])
        .filter(([t]) => t === term);
      const { items, counts } = group(term);
      assert.deepEqual([...items], wanted.map(([, item]) => item));
      assert.deepEqual([...counts], wanted.map(([, , c]) => c));
    }
  }));
});

Deno.test("PostingLog keeps all postings when it grows", () => {
  const log = new PostingLog();
  const count = 200_000;
  for (let i = 0; i < count; i++) log.add(i % 3, i, i & 255);
  const { items, counts } = log.group(3)(1);
  assert.equal(items.length, Math.floor((count + 1) / 3));
  assert.equal(items[60_000], 180_001);
  assert.equal(counts[60_000], 180_001 & 255);
});
