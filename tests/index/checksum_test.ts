import assert from "node:assert/strict";
import fc from "fast-check";
import { checksum } from "../../src/index/checksum.ts";

/** The definition, in plain words. */
function plain(bytes: Uint8Array): number {
  const mask = (1n << 64n) - 1n;
  let hash = 0xcbf29ce484222325n;
  const mix = (word: bigint) => {
    hash = ((hash ^ word) * 0x100000001b3n) & mask;
    hash ^= hash >> 32n;
  };
  for (let at = 0; at < bytes.length; at += 8) {
    let word = 0n;
    for (let i = 7; i >= 0; i--) {
      word = word << 8n | BigInt(bytes[at + i] ?? 0);
    }
    mix(word);
  }
  mix(BigInt(bytes.length));
  return Number((hash ^ hash >> 32n) & 0xffffffffn);
}

Deno.test("checksum is FNV-1a over 64-bit words with the length, folded", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
    assert.equal(checksum(bytes), plain(bytes));
  }));
  const long = Uint8Array.from({ length: 150_001 }, (_, i) => i * 7);
  assert.equal(checksum(long), plain(long));
});

Deno.test("checksum tells every single flipped bit", () => {
  fc.assert(fc.property(
    fc.uint8Array({ minLength: 1, maxLength: 5000 }),
    fc.nat(),
    (bytes, at) => {
      const flipped = bytes.slice();
      flipped[(at >> 3) % bytes.length] ^= 1 << (at & 7);
      assert.notEqual(checksum(flipped), checksum(bytes));
    },
  ));
});

Deno.test("checksum tells zeros that were cut off", () => {
  assert.notEqual(checksum(new Uint8Array(8)), checksum(new Uint8Array(16)));
  assert.notEqual(checksum(new Uint8Array(7)), checksum(new Uint8Array(8)));
});
