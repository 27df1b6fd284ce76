import assert from "node:assert/strict";
import fc from "fast-check";
import { packCounts, writePostings } from "../../src/index/postings.ts";
import { ByteReader, ByteWriter } from "../../src/index/varint.ts";
import { readPostings } from "./_read_postings.ts";

Deno.test("readPostings reads what writePostings wrote", () => {
  const lists = fc.uniqueArray(fc.nat({ max: 2 ** 30 - 1 })).chain((numbers) =>
    fc.tuple(
      fc.constant(Uint32Array.from(numbers).sort()),
      fc.array(fc.integer({ min: 1, max: 255 }), {
        minLength: numbers.length,
        maxLength: numbers.length,
      }),
    )
  );
  fc.assert(fc.property(lists, ([items, counts]) => {
    const writer = new ByteWriter();
    writePostings(writer, items, Uint8Array.from(counts));
    const read = {
      items: new Uint32Array(items.length),
      counts: new Uint8Array(items.length),
    };
    const reader = new ByteReader(writer.view());
    readPostings(reader, items.length, read.items, read.counts);
    assert.deepEqual(read.items, items);
    assert.deepEqual([...read.counts], counts);
    assert.equal(reader.at, writer.length);
  }));
});

Deno.test("a term that occurs once in the body of neighbouring passages takes a byte each", () => {
  const writer = new ByteWriter();
  const once = packCounts(1, 0, 0);
  writePostings(
    writer,
    Uint32Array.of(1, 2, 3),
    Uint8Array.of(once, once, once),
  );
  assert.equal(writer.length, 3);
});

Deno.test("packCounts separates the fields and limits each to its maximum", () => {
  assert.equal(packCounts(3, 2, 1), 3 | (2 << 3) | (1 << 6));
  assert.equal(packCounts(1000, 1000, 1000), 255);
});
