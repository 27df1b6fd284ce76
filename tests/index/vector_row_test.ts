import assert from "node:assert/strict";
import fc from "fast-check";
import { packRow } from "../../src/index/vector_row.ts";
import { unpackRow } from "./_unpack_row.ts";

const vector = fc.integer({ min: 1, max: 300 }).chain((dimensions) =>
  fc.array(fc.float({ min: -1, max: 1, noNaN: true }), {
    minLength: dimensions,
    maxLength: dimensions,
  }).map((values) => Float32Array.from(values))
);

Deno.test("packRow stores codes from -7 to 7 with the signs of the vector", () => {
  fc.assert(fc.property(vector, (it) => {
    const { row, scale } = packRow(it);
    const values = unpackRow(row, it.length);
    values.forEach((value, i) => {
      assert.ok(Math.abs(value) <= 7);
      assert.ok(value * it[i] >= 0, `${value} for ${it[i]}`);
    });
    const length = Math.hypot(...values);
    assert.ok(
      length === 0 ? scale === 0 : Math.abs(scale * length - 1) < 1e-6,
    );
  }));
});

Deno.test("packRow preserves the direction of a dense vector", () => {
  // Sums of uniform numbers are near enough to the bell curve of embeddings.
  const dense = fc.infiniteStream(fc.integer({ min: -100, max: 100 })).map(
    (numbers) => {
      const next = () => numbers.next().value as number;
      return Float32Array.from(
        { length: 256 },
        () => next() + next() + next() + next() + next() + next(),
      );
    },
  );
  fc.assert(
    fc.property(dense, (it) => {
      const { row, scale } = packRow(it);
      const dot = unpackRow(row, 256).reduce((sum, x, i) => sum + x * it[i], 0);
      const length = Math.hypot(...it);
      if (it.filter((x) => x !== 0).length < 200) return;
      const cosine = dot * scale / length;
      assert.ok(cosine > 0.97, `${cosine}`);
    }),
    { numRuns: 30 },
  );
});

Deno.test("the zero vector has the scale zero", () => {
  assert.equal(packRow(new Float32Array(64)).scale, 0);
});
