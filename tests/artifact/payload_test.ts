import assert from "node:assert/strict";
import fc from "fast-check";
import {
  openPayload,
  PAYLOAD_ALIGNMENT,
  payloadHeader,
  payloadHeaderLength,
} from "../../src/artifact/payload.ts";
import { fileRegion, memoryRegion } from "../../src/files/region.ts";
import { verifyPayload } from "../../src/artifact/verify_payload.ts";
import { writePayload } from "../../src/artifact/write_payload.ts";
import { withFolder } from "./_elf.ts";

/** A file with `before` bytes, then a payload of the parts, then 3 bytes. */
function write(path: string, before: number, parts: [string, Uint8Array][]) {
  const file = Deno.openSync(path, { write: true, create: true });
  file.writeSync(new Uint8Array(before).fill(1));
  const length = writePayload(
    file,
    parts.map(([name, bytes]) => ({ name, region: memoryRegion(bytes) })),
  );
  file.writeSync(new Uint8Array(3).fill(2));
  file.close();
  return length;
}

const partsArbitrary = fc.uniqueArray(
  fc.tuple(fc.stringMatching(/^[a-z.]{1,31}$/), fc.uint8Array()),
  { maxLength: 5, selector: ([name]) => name },
);

Deno.test("openPayload() finds every part of writePayload(), byte for byte", () =>
  withFolder((folder) => {
    const path = `${folder}/file`;
    fc.assert(
      fc.property(partsArbitrary, fc.nat(100), (parts, before) => {
        const length = write(path, before, parts);
        const region = fileRegion(path);
        const payload = openPayload(region, before)!;
        assert.equal(payload.end, before + length);
        assert.equal(length % PAYLOAD_ALIGNMENT, 0);
        assert.deepEqual(
          payload.parts.map((p) => p.name),
          parts.map(([n]) => n),
        );
        payload.parts.forEach((part, i) => {
          assert.equal((part.offset - before) % PAYLOAD_ALIGNMENT, 0);
          const bytes = region.read(part.offset, part.length);
          assert.deepEqual(bytes, new Uint8Array(parts[i][1]));
        });
        assert.ok(verifyPayload(region, before).every((part) => part.ok));
        assert.deepEqual([...region.read(before + length, 3)], [2, 2, 2]);
        region.close();
        Deno.removeSync(path);
      }),
      { numRuns: 50 },
    );
  }));

Deno.test("openPayload() finds no payload when any byte of the header was changed", () =>
  withFolder((folder) => {
    const path = `${folder}/file`;
    write(path, 0, [["index", new Uint8Array(40)], ["b", new Uint8Array(5)]]);
    const whole = Deno.readFileSync(path);
    for (let at = 0; at < payloadHeaderLength(2); at++) {
      for (const flip of [1, 0x80, 0xff]) {
        const copy = whole.slice();
        copy[at] ^= flip;
        assert.equal(openPayload(memoryRegion(copy), 0), undefined, `${at}`);
      }
    }
  }));

Deno.test("openPayload() finds no payload in a truncated file", () =>
  withFolder((folder) => {
    const path = `${folder}/file`;
    const length = write(path, 0, [["index", new Uint8Array(40)]]);
    const whole = Deno.readFileSync(path);
    for (let end = 0; end < length; end++) {
      const cut = memoryRegion(whole.subarray(0, end));
      assert.equal(openPayload(cut, 0), undefined);
    }
    assert.ok(openPayload(memoryRegion(whole.subarray(0, length)), 0));
  }));

Deno.test("verifyPayload() names the part whose bytes have changed", () =>
  withFolder((folder) => {
    const path = `${folder}/file`;
    write(path, 0, [["index", new Uint8Array(40)], ["b", new Uint8Array(5)]]);
    const bytes = Deno.readFileSync(path);
    const part = openPayload(memoryRegion(bytes), 0)!.parts[1];
    bytes[part.offset + 4] ^= 1;
    assert.deepEqual(verifyPayload(memoryRegion(bytes), 0), [
      { part: "index", length: 40, ok: true },
      { part: "b", length: 5, ok: false },
    ]);
  }));

Deno.test("payloadHeader() refuses a name that is too long", () => {
  const part = { offset: 0, length: 0, sha256: new Uint8Array(32) };
  for (const name of ["x".repeat(32), "索引".repeat(6)]) {
    assert.throws(() => payloadHeader([{ name, ...part }], 16), RangeError);
  }
});
