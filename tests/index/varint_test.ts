import assert from "node:assert/strict";
import fc from "fast-check";
import { ByteReader, ByteWriter } from "../../src/index/varint.ts";

Deno.test("ByteReader reads every number and string that ByteWriter wrote", () => {
  const item = fc.oneof(
    fc.nat({ max: 2 ** 31 - 1 }),
    fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    fc.string({ unit: "grapheme" }),
  );
  fc.assert(fc.property(fc.array(item), (items) => {
    const writer = new ByteWriter(1);
    for (const it of items) {
      if (typeof it === "number") writer.varint(it);
      else writer.string(it);
    }
    const reader = new ByteReader(writer.view());
    for (const it of items) {
      const read = typeof it === "number" ? reader.varint() : reader.string();
      assert.equal(read, it);
    }
    assert.equal(reader.at, writer.length);
  }));
});

Deno.test("ByteWriter writes small numbers in one byte", () => {
  const writer = new ByteWriter();
  writer.varint(127);
  assert.deepEqual([...writer.view()], [127]);
  writer.clear();
  writer.varint(128);
  assert.deepEqual([...writer.view()], [0x80, 1]);
});
