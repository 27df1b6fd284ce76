import assert from "node:assert/strict";
import fc from "fast-check";
import { Bm25, type Bm25Tables } from "../../src/index/bm25.ts";
import { writePostings } from "../../src/index/postings.ts";
import { ByteWriter } from "../../src/index/varint.ts";
import { PlainBm25 } from "./_plain_bm25.ts";

const weights = (least: number) =>
  fc.array(fc.float({ min: Math.fround(least), max: 9, noNaN: true }), {
    minLength: 256,
    maxLength: 256,
  }).map((values) => Float32Array.from(values));

/** A posting list over items below `count`: items and their count bytes. */
const list = (count: number) =>
  fc.uniqueArray(
    fc.tuple(fc.nat({ max: count - 1 }), fc.integer({ min: 1, max: 255 })),
    { selector: ([item]) => item, maxLength: 60 },
  ).map((pairs) => pairs.sort(([a], [b]) => a - b));

const cases = fc.array(fc.integer({ min: 1, max: 6 }), {
  minLength: 1,
  maxLength: 40,
}).chain((sizes) => {
  const first = [0];
  for (const size of sizes) first.push(first.at(-1)! + size);
  const passages = first.at(-1)!;
  const tables: fc.Arbitrary<Bm25Tables> = fc.record({
    first: fc.constant(Uint32Array.from(first)),
    lengths: fc.uint8Array({ minLength: passages, maxLength: passages }),
    // k1 (1 - b) and more.
    norms: weights(0.5),
    passageWeights: weights(0.1),
    sectionWeights: weights(0.1),
    floor: fc.constant(0.25),
  });
  const term = fc.record({
    passages: list(passages),
    sections: list(sizes.length),
    gain: fc.float({ min: Math.fround(0.1), max: 20, noNaN: true }),
  });
  return fc.tuple(tables, fc.array(term, { maxLength: 5 }));
});

/** A term's two lists as they are stored. */
function packed(lists: [item: number, count: number][][]) {
  const writer = new ByteWriter();
  const [passageBytes] = lists.map((pairs) => {
    writePostings(
      writer,
      Uint32Array.from(pairs, ([item]) => item),
      Uint8Array.from(pairs, ([, count]) => count),
    );
    return writer.length;
  });
  const [passages, sections] = lists.map(({ length }) => length);
  return { bytes: writer.view(), entry: { passages, passageBytes, sections } };
}

Deno.test("Bm25 gives the scores of the plain reference, to any limit", () => {
  fc.assert(fc.property(
    cases,
    fc.float({ min: 0, max: 1, noNaN: true }),
    fc.integer({ min: 1, max: 60 }),
    ([tables, terms], share, limit) => {
      const fast = new Bm25(tables), plain = new PlainBm25(tables);
      for (const { passages, sections, gain } of terms) {
        const { bytes, entry } = packed([passages, sections]);
        fast.score(bytes, entry, gain);
        plain.score(bytes, entry, gain);
      }
      const expected = plain.best(share);
      const near = (a: number, b: number) =>
        assert.ok(Math.abs(a - b) <= 1e-4 * Math.max(1, b), `${a}, not ${b}`);
      const all = new Map(expected);
      const found = fast.best(share, limit);
      assert.equal(found.length, Math.min(limit, expected.length));
      assert.equal(
        new Set(found.map(([passage]) => passage)).size,
        found.length,
      );
      found.forEach(([passage, score], rank) => {
        near(score, all.get(passage)!);
        // Equal scores may stand in another order where they were rounded.
        near(score, expected[rank][1]);
      });
    },
  ));
});
