import assert from "node:assert/strict";
import fc from "fast-check";
import wabt from "wabt";
import { SCAN_WASM } from "../../src/index/_scan_wasm.ts";
import {
  paddedDimensions,
  quantize,
  VectorScan,
} from "../../src/index/vector_scan.ts";

const vector = (dimensions: number) =>
  fc.array(fc.float({ min: -1, max: 1, noNaN: true }), {
    minLength: dimensions,
    maxLength: dimensions,
  }).map((values) => Float32Array.from(values));

function scanOf(vectors: Float32Array[], dimensions: number) {
  const scan = new VectorScan(vectors.length, dimensions);
  const padded = paddedDimensions(dimensions);
  const scales = new Float32Array(vectors.length);
  vectors.forEach((it, row) => {
    const { values, scale } = quantize(it);
    scan.rows.set(new Uint8Array(values.buffer), row * padded);
    scales[row] = scale;
  });
  return { scan, scales };
}

Deno.test("VectorScan's cosines are those of the quantised vectors, computed plainly", () => {
  const cases = fc.integer({ min: 1, max: 70 }).chain((dimensions) =>
    fc.tuple(
      fc.constant(dimensions),
      fc.array(vector(dimensions), { minLength: 1, maxLength: 20 }),
      vector(dimensions),
    )
  );
  fc.assert(fc.property(cases, ([dimensions, vectors, query]) => {
    const { scan, scales } = scanOf(vectors, dimensions);
    const q = quantize(query);
    const wanted = vectors.map((it, row) => {
      const { values, scale } = quantize(it);
      const dot = values.reduce(
        (sum, value, i) => sum + value * q.values[i],
        0,
      );
      return { row, cosine: dot * scale * q.scale, scale };
    }).filter(({ scale }) => scale > 0 && q.scale > 0);
    const found = scan.nearest(query, scales, 100, -1.1);
    assert.equal(found.length, wanted.length);
    for (const [row, cosine] of found) {
      const plain = wanted.find((it) => it.row === row)!.cosine;
      assert.ok(Math.abs(cosine - plain) < 1e-6, `${cosine} ${plain}`);
    }
  }));
});

Deno.test("quantize keeps a vector's direction to a hundredth and the zero vector at zero", () => {
  assert.equal(quantize(new Float32Array(4)).scale, 0);
  const long = vector(256).filter((it) => it.some((x) => Math.abs(x) > 0.1));
  fc.assert(fc.property(long, (it) => {
    const { values, scale } = quantize(it);
    const length = Math.hypot(...it);
    const cosine = it.reduce((sum, x, i) => sum + x * values[i], 0) * scale /
      length;
    assert.ok(cosine > 0.99, `${cosine}`);
  }));
});

Deno.test("VectorScan honours limit, least cosine and the rows allowed", () => {
  const vectors = [[1, 0], [0.8, 0.6], [0, 1], [-1, 0]].map((it) =>
    Float32Array.from(it)
  );
  const { scan, scales } = scanOf(vectors, 2);
  const query = Float32Array.of(1, 0);
  const rows = (...args: [number, number, ((row: number) => boolean)?]) =>
    scan.nearest(query, scales, ...args).map(([row]) => row);
  assert.deepEqual(rows(10, -2), [0, 1, 2, 3]);
  assert.deepEqual(rows(2, -2), [0, 1]);
  assert.deepEqual(rows(10, 0.5), [0, 1]);
  assert.deepEqual(rows(10, -2, (row) => row > 1), [2, 3]);
});

Deno.test("the bytes of the scan are scan.wat, assembled", async () => {
  const text = await Deno.readTextFile(
    new URL("../../src/index/scan.wat", import.meta.url),
  );
  const assembler = await wabt();
  const { buffer } = assembler.parseWat("scan.wat", text, { simd: true })
    .toBinary({});
  assert.equal(btoa(String.fromCharCode(...buffer)), SCAN_WASM);
});
