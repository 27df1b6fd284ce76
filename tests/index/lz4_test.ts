import assert from "node:assert/strict";
import fc from "fast-check";
import { compress } from "../../src/index/lz4_compress.ts";
import {
  decompress,
  decompressUnits,
  sliceUnits,
} from "../../src/index/lz4_decompress.ts";
import { plainDecompress, plainSliceUnits } from "./_plain_lz4.ts";

const back = (bytes: Uint8Array) =>
  decompress(compress(bytes), bytes.length).slice();

const repeated = fc.tuple(
  fc.uint8Array({ minLength: 1, maxLength: 40 }),
  fc.nat({ max: 400 }),
).map(([unit, times]) =>
  Uint8Array.from(
    { length: unit.length * times },
    (_, i) => unit[i % unit.length],
  )
);
const mixed = fc.array(fc.oneof(fc.uint8Array({ maxLength: 600 }), repeated))
  .map((parts) => Uint8Array.from(parts.flatMap((it) => [...it])));

Deno.test("decompress restores any compressed bytes", () => {
  fc.assert(fc.property(mixed, (bytes) => {
    assert.deepEqual(back(bytes), bytes);
  }));
});

Deno.test("decompress reads a block as the plain reference does", () => {
  fc.assert(fc.property(mixed, (bytes) => {
    const block = compress(bytes);
    assert.deepEqual(
      decompress(block, bytes.length).slice(),
      plainDecompress(block),
    );
  }));
});

Deno.test("decompressUnits and sliceUnits cut a text as the plain reference does", () => {
  const texts = fc.array(
    fc.tuple(
      fc.constantFrom("a", "é", "設", "𠮷", "👨‍👩‍👧", "word ", "\uFEFF"),
      fc.integer({ min: 1, max: 80 }),
    ),
    { minLength: 1 },
  ).map((runs) => runs.map(([unit, times]) => unit.repeat(times)).join(""));
  fc.assert(fc.property(texts, fc.nat(), fc.nat(), (text, a, b) => {
    const utf8 = new TextEncoder().encode(text);
    const places = [a, b].map((it) => it % (text.length + 1));
    const [from, to] = places.sort((x, y) => x - y);
    const expected = plainSliceUnits(utf8, from, to);
    const cut = decompressUnits(
      ...[compress(utf8), utf8.length, text.length, from, to] as const,
    );
    assert.deepEqual(cut.slice(), expected);
    // sliceUnits counts the end from where it began.
    if (!isInPair(text, from)) {
      assert.deepEqual(sliceUnits(utf8, from, to).slice(), expected);
    }
  }));
});

/** Whether a place is between the two halves of a surrogate pair. */
function isInPair(text: string, at: number): boolean {
  return at > 0 && text.codePointAt(at - 1)! > 0xffff;
}

Deno.test("decompress restores a text larger than its memory, and repetitions beyond the format's greatest distance", () => {
  const noise = Uint8Array.from(
    { length: 700_000 },
    (_, i) => Math.imul(i, 2654435761) >>> 13,
  );
  assert.deepEqual(back(noise), noise);
  const twice = new Uint8Array(140_000);
  twice.set(noise.subarray(0, 70_000));
  twice.set(noise.subarray(0, 70_000), 70_000);
  assert.deepEqual(back(twice), twice);
});

Deno.test("decompress decodes a hand-written block that follows the format's documentation", () => {
  // Token 0x31: three literals, a match of 1 + 4; distance 3; then five literals.
  const block = Uint8Array.of(
    ...[0x31, 97, 98, 99, 3, 0],
    ...[0x50, 118, 119, 120, 121, 122],
  );
  assert.equal(
    new TextDecoder().decode(decompress(block, 13)),
    "abcabcabvwxyz",
  );
});

Deno.test("compress ends with literals, as the format requires", () => {
  const bytes = new Uint8Array(100).fill(7);
  const block = compress(bytes);
  // The last sequence: at least five literals and no match.
  assert.deepEqual([...block.slice(-6)], [0x50, 7, 7, 7, 7, 7]);
});

Deno.test("compress reduces the text of a manual to less than two thirds", () => {
  const folder = new URL("../../corpus/en/", import.meta.url);
  const pages = [...Deno.readDirSync(folder)]
    .map(({ name }) => Deno.readTextFileSync(new URL(name, folder)));
  const bytes = new TextEncoder().encode(pages.join(""));
  assert.ok(compress(bytes).length < bytes.length * 0.66);
});
