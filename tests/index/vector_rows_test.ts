import assert from "node:assert/strict";
import fc from "fast-check";
import { VectorRows } from "../../src/index/vector_rows.ts";
import { VectorScan } from "../../src/index/vector_scan.ts";

/** A generator of numbers from -1 to 1 that gives the same ones every time. */
function noise(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** Unit vectors with cosines of about 0.8, as neural models give them. */
function crowded(count: number, dimensions: number, seed = 1): Float32Array[] {
  const next = noise(seed);
  const common = Array.from({ length: dimensions }, next);
  return Array.from({ length: count }, () => {
    const vector = Float32Array.from(common, (it) => it + next() / 2);
    const length = Math.hypot(...vector);
    return vector.map((it) => it / length);
  });
}

function scanOf(vectors: Float32Array[], centred: boolean): VectorScan {
  const writer = new VectorRows(centred);
  for (const vector of vectors) writer.add(vector);
  const { rows, scales, mean } = writer.finish();
  const bytes = Uint8Array.from(rows.flatMap((row) => [...row]));
  const scan = new VectorScan(
    rows.length,
    vectors[0].length,
    (offset, into) => into.set(bytes.subarray(offset, offset + into.length)),
    mean,
  );
  scan.scales.set(scales);
  return scan;
}

const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, i) => sum + value * b[i], 0);

Deno.test("VectorRows and VectorScan find the nearest for every usual length of vectors, and odd ones", () => {
  for (const dimensions of [1, 31, 33, 384, 511, 768, 1024, 1536, 3072, 4096]) {
    const vectors = crowded(40, dimensions);
    for (const centred of [false, true]) {
      const scan = scanOf(vectors, centred);
      const [[row, similarity]] = scan.nearest(vectors[7], 1, -1);
      assert.ok(Math.abs(similarity - 1) < 0.05, `${dimensions}`);
      if (dimensions > 100) assert.equal(row, 7, `${dimensions}`);
    }
  }
});

Deno.test("centred rows preserve the cosines of close vectors better than rows of whole vectors, at the same size", () => {
  const vectors = crowded(1500, 384), queries = crowded(20, 384, 2);
  const error = (centred: boolean) => {
    const scan = scanOf(vectors, centred);
    let sum = 0;
    for (const query of queries) {
      for (const [row, found] of scan.nearest(query, 1500, -1)) {
        sum += (found - cosine(vectors[row], query)) ** 2;
      }
    }
    return Math.sqrt(sum / (1500 * queries.length));
  };
  assert.ok(error(true) < error(false) / 1.5, `${error(true)} ${error(false)}`);
});

Deno.test("cosines of centred rows are near the true ones, least and allowed apply, and a zero vector is never found", () => {
  const cases = fc.record({
    dimensions: fc.integer({ min: 32, max: 200 }),
    count: fc.integer({ min: 2, max: 40 }),
    seed: fc.nat(),
  });
  fc.assert(
    fc.property(cases, ({ dimensions, count, seed }) => {
      const vectors = crowded(count, dimensions, seed);
      vectors[1] = new Float32Array(dimensions);
      const scan = scanOf(vectors, true);
      const query = crowded(1, dimensions, seed + 1)[0];
      const all = scan.nearest(query, count, -1);
      assert.equal(all.length, count - 1);
      for (const [row, found] of all) {
        assert.notEqual(row, 1);
        assert.ok(Math.abs(found - cosine(vectors[row], query)) < 0.1);
      }
      const least = all[all.length >> 1][1];
      const above = scan.nearest(query, count, least);
      assert.ok(above.every(([, found]) => found >= least - 1e-6));
      assert.deepEqual(
        scan.nearest(query, count, -1, (row) => row === 0)
          .map(([row]) => row),
        [0],
      );
    }),
    { numRuns: 40 },
  );
});

Deno.test("a vector that equals the mean is found", () => {
  const [vector] = crowded(1, 64);
  const [[row, found]] = scanOf([vector], true).nearest(vector, 1, -1);
  assert.equal(row, 0);
  assert.ok(Math.abs(found - 1) < 1e-4);
});
