import assert from "node:assert/strict";
import fc from "fast-check";
import { checksum, checksumIn } from "../../src/index/checksum.ts";
import { plainChecksum } from "./_plain_checksum.ts";

Deno.test("checksum is that of the plain reference, for any bytes", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
    assert.equal(checksum(bytes), plainChecksum(bytes));
  }));
  const long = Uint8Array.from({ length: 150_001 }, (_, i) => i * 7);
  assert.equal(checksum(long), plainChecksum(long));
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
