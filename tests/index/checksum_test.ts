import assert from "node:assert/strict";
import fc from "fast-check";
import { checksum, checksumIn } from "../../src/index/checksum.ts";

/** The definition, in plain words. */
function plain(bytes: Uint8Array): number {
  const mix = (hash: number, word: number) => {
    hash = Math.imul(hash ^ word, 0x01000193);
    return hash ^ hash >>> 15;
  };
  const lanes = Array<number>(16).fill(0x811c9dc5);
  const padded = new Uint8Array(Math.ceil(bytes.length / 64) * 64);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  for (let word = 0; word < padded.length / 4; word++) {
    lanes[word % 16] = mix(lanes[word % 16], view.getUint32(4 * word, true));
  }
  return mix(lanes.reduce(mix, 0x811c9dc5), bytes.length) >>> 0;
}

Deno.test("checksum is FNV-1a over 32-bit words in sixteen lanes, with the length", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
    assert.equal(checksum(bytes), plain(bytes));
  }));
  const long = Uint8Array.from({ length: 150_001 }, (_, i) => i * 7);
  assert.equal(checksum(long), plain(long));
});

Deno.test("checksumIn equals checksum for bytes in a WebAssembly memory", () => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const bytes = new Uint8Array(memory.buffer, 128, 640)
    .map((_, i) => i * 7);
  new Uint8Array(memory.buffer).set(bytes, 128);
  const sum = checksumIn(memory, 1024);
  assert.equal(sum(new Uint8Array(memory.buffer, 128, 640)), checksum(bytes));
});

Deno.test("checksum changes with any flipped bit", () => {
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

Deno.test("checksum changes when trailing zeros are cut off", () => {
  assert.notEqual(checksum(new Uint8Array(8)), checksum(new Uint8Array(16)));
  assert.notEqual(checksum(new Uint8Array(7)), checksum(new Uint8Array(8)));
});
