import assert from "node:assert/strict";
import fc from "fast-check";
import {
  KeywordCandidates,
  type KeywordWeights,
} from "../../src/index/keyword_candidates.ts";
import type { PackedIndex } from "../../src/index/packed_index.ts";
import { packCounts, writePostings } from "../../src/index/postings.ts";
import { ByteWriter } from "../../src/index/varint.ts";

const weights: KeywordWeights = {
  k1: 1.2,
  b: 0.75,
  body: 1,
  code: 0.8,
  headings: 2,
  title: 1.5,
  headingPath: 2.5,
  file: 1,
  section: 0.5,
};

interface Collection {
  /** Passages of each section. */
  sizes: number[];
  lengths: number[];
  /** Of one term: body count of each passage, path count of each section. */
  body: number[];
  path: number[];
}

/** What of an index the keyword side asks, over plain arrays. */
function indexOf({ sizes, lengths, body, path }: Collection): PackedIndex {
  const first = [0];
  for (const size of sizes) first.push(first.at(-1)! + size);
  const writer = new ByteWriter();
  const list = (counts: number[]) => {
    const items = counts.flatMap((count, i) => count > 0 ? [i] : []);
    const before = writer.length;
    writePostings(
      writer,
      Uint32Array.from(items),
      Uint8Array.from(items, (i) => packCounts(counts[i], 0, 0)),
    );
    return { count: items.length, bytes: writer.length - before };
  };
  const passages = list(body), sections = list(path);
  return {
    info: { passages: body.length, sections: sizes.length },
    averageLength: lengths.reduce((a, b) => a + b, 0) / lengths.length,
    passageLengths: Uint8Array.from(lengths),
    sectionPassages: Uint32Array.from(first),
    expansionSections: new Uint32Array(0),
    term: () => ({
      passages: passages.count,
      sections: sections.count,
      passageBytes: passages.bytes,
      sectionBytes: sections.bytes,
    }),
    postings: () => writer.view(),
  } as unknown as PackedIndex;
}

/** The same ranking by the formula, without any clever walking. */
function plain(it: Collection): Map<number, number> {
  const { k1, b } = weights;
  const passages = it.body.length;
  const average = it.lengths.reduce((x, y) => x + y, 0) / passages;
  const df = Math.min(
    passages,
    Math.max(
      it.body.filter((x) => x > 0).length,
      it.path.filter((x) => x > 0).length,
    ),
  );
  const idf = Math.log(1 + (passages - df + 0.5) / (df + 0.5));
  const saturated = (tf: number, length: number, mean: number) =>
    idf * (k1 + 1) * tf / (tf + k1 * (1 - b + b * length / mean));
  const scores = new Map<number, number>();
  let p = 0;
  it.sizes.forEach((size, section) => {
    const numbers = Array.from({ length: size }, () => p++);
    const context = weights.headingPath * it.path[section];
    const sum = numbers.reduce((total, n) => total + it.body[n], context);
    const length = numbers.reduce((total, n) => total + it.lengths[n], 0);
    const support = weights.section *
      saturated(sum, length, average * passages / it.sizes.length);
    for (const n of numbers) {
      const tf = context + it.body[n];
      if (tf > 0) {
        scores.set(n, saturated(tf, it.lengths[n], average) + support);
      }
    }
  });
  return scores;
}

const collection = fc.array(fc.integer({ min: 1, max: 6 }), {
  minLength: 1,
  maxLength: 30,
}).chain((sizes) => {
  const passages = sizes.reduce((a, b) => a + b, 0);
  const counts = (length: number, max: number) =>
    fc.array(fc.oneof(fc.constant(0), fc.nat({ max })), {
      minLength: length,
      maxLength: length,
    });
  return fc.record({
    sizes: fc.constant(sizes),
    // Up to 40 tokens a length byte is the length itself.
    lengths: fc.array(fc.integer({ min: 1, max: 40 }), {
      minLength: passages,
      maxLength: passages,
    }),
    body: counts(passages, 7),
    path: counts(sizes.length, 3),
  });
});

Deno.test("KeywordCandidates scores as the BM25F formula says, for passages and their sections", () => {
  fc.assert(fc.property(collection, (it) => {
    const candidates = new KeywordCandidates(indexOf(it), weights);
    const term = [{ term: "t", count: 1, prefix: false }];
    const wanted = plain(it);
    for (let round = 0; round < 2; round++) { // the work space is left empty
      const found = candidates.find(term, 1000);
      assert.deepEqual(
        new Set(found.map(([passage]) => passage)),
        new Set(wanted.keys()),
      );
      for (const [passage, score] of found) {
        const plain = wanted.get(passage)!;
        assert.ok(Math.abs(score - plain) < 1e-4 * Math.max(1, plain));
      }
    }
  }));
});

Deno.test("a query that fails half-way does not affect the next one", () => {
  const index = indexOf({
    sizes: [1, 2],
    lengths: [5, 5, 5],
    body: [1, 2, 1],
    path: [0, 1],
  });
  const candidates = new KeywordCandidates(index, weights);
  const term = { term: "t", count: 1, prefix: false };
  const before = candidates.find([term], 9);
  const { postings } = index;
  let calls = 0;
  index.postings = (entry) => {
    if (++calls === 2) throw new Error("damaged");
    return postings(entry);
  };
  assert.throws(() => candidates.find([term, term], 9), /damaged/);
  assert.deepEqual(candidates.find([term], 9), before);
});

Deno.test("KeywordCandidates gives only the passages that are allowed", () => {
  const index = indexOf({
    sizes: [2, 2],
    lengths: [5, 5, 5, 5],
    body: [1, 2, 1, 0],
    path: [0, 1],
  });
  const found = new KeywordCandidates(index, weights)
    .find([{ term: "t", count: 1, prefix: false }], 10, (p) => p % 2 === 1);
  assert.deepEqual(found.map(([p]) => p).sort(), [1, 3]);
});
