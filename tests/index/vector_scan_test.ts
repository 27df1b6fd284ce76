import assert from "node:assert/strict";
import fc from "fast-check";
import { packRow } from "../../src/index/vector_row.ts";
import { VectorScan } from "../../src/index/vector_scan.ts";
import { plainNearest } from "./_plain_scan.ts";

const vector = (dimensions: number) =>
  fc.array(fc.float({ min: -1, max: 1, noNaN: true }), {
    minLength: dimensions,
    maxLength: dimensions,
  }).map((values) => Float32Array.from(values));

function scanOf(vectors: Float32Array[], dimensions: number) {
  const packed = vectors.map(packRow);
  const rows = Uint8Array.from(packed.flatMap(({ row }) => [...row]));
  const scan = new VectorScan(
    vectors.length,
    dimensions,
    (offset, into) => into.set(rows.subarray(offset, offset + into.length)),
  );
  packed.forEach(({ scale }, at) => scan.scales[at] = scale);
  return scan;
}

Deno.test("VectorScan gives the cosines of the plain reference", () => {
  const cases = fc.integer({ min: 1, max: 100 }).chain((dimensions) =>
    fc.tuple(
      fc.constant(dimensions),
      fc.array(vector(dimensions), { minLength: 1, maxLength: 20 }),
      vector(dimensions),
    )
  );
  fc.assert(fc.property(cases, ([dimensions, vectors, query]) => {
    const scan = scanOf(vectors, dimensions);
    const wanted = plainNearest(vectors.map(packRow), query, 100, -1.1);
    const found = scan.nearest(query, 100, -1.1);
    assert.equal(found.length, wanted.length);
    const cosines = new Map(wanted);
    for (const [row, cosine] of found) {
      const plain = cosines.get(row)!;
      assert.ok(Math.abs(cosine - plain) < 1e-3, `${cosine} ${plain}`);
    }
  }));
});

Deno.test("VectorScan applies limit, least cosine and the filter", () => {
  const vectors = [[1, 0], [0.8, 0.6], [0, 1], [-1, 0]].map((it) =>
    Float32Array.from(it)
  );
  const scan = scanOf(vectors, 2);
  const query = Float32Array.of(1, 0);
  const rows = (...args: [number, number, ((row: number) => boolean)?]) =>
    scan.nearest(query, ...args).map(([row]) => row);
  assert.deepEqual(rows(10, -2), [0, 1, 2, 3]);
  assert.deepEqual(rows(2, -2), [0, 1]);
  assert.deepEqual(rows(10, 0.5), [0, 1]);
  assert.deepEqual(rows(10, -2, (row) => row > 1), [2, 3]);
  assert.deepEqual(scan.nearest(new Float32Array(2), 10, -2), []);
});

Deno.test("VectorScan finds the nearest of many rows, however close they are", () => {
  const many = fc.array(vector(4), {
    minLength: 50,
    maxLength: 400,
    size: "max",
  });
  fc.assert(
    fc.property(many, vector(4), (vectors, query) => {
      const scan = scanOf(vectors, 4);
      const all = scan.nearest(query, vectors.length, -2);
      assert.deepEqual(scan.nearest(query, 20, -2), all.slice(0, 20));
    }),
    { numRuns: 50 },
  );
});

Deno.test("VectorScan answers the first query, which reads through a window, like later ones", () => {
  // 80 dimensions: rows of 48 bytes, which pages of 16 KiB do not divide into.
  const vectors = Array.from(
    { length: 20_000 },
    (_, row) => Float32Array.from({ length: 80 }, (_, i) => Math.sin(row * i)),
  );
  const scan = scanOf(vectors, 80);
  const query = vectors[12_345];
  const first = scan.nearest(query, 50, -2);
  assert.equal(first[0][0], 12_345);
  assert.deepEqual(scan.nearest(query, 50, -2), first);
  assert.deepEqual(scan.nearest(query, 50, -2), first);
});
