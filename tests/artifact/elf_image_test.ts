import assert from "node:assert/strict";
import fc from "fast-check";
import { elfImageEnd } from "../../src/artifact/elf_image.ts";
import { fileRegion, memoryRegion } from "../../src/files/region.ts";
import { bytesOf, concat, elf } from "./_elf.ts";

Deno.test("elfImageEnd() is the end of the image, whatever follows", () => {
  fc.assert(fc.property(fc.uint8Array(), fc.uint8Array(), (code, rest) => {
    const image = elf(code);
    const end = elfImageEnd(memoryRegion(concat(image, rest)));
    assert.equal(end, image.length);
  }));
});

Deno.test("elfImageEnd() finds the end of a program that runs", {
  ignore: Deno.build.os !== "linux",
}, () => {
  const program = fileRegion(Deno.execPath());
  const end = elfImageEnd(program);
  assert.ok(end !== undefined && end > 1_000_000 && end <= program.size);
  program.close();
});

Deno.test("elfImageEnd() counts sections that lie after the last segment", () => {
  const image = elf(bytesOf("code"));
  const fields = new DataView(image.buffer);
  const section = image.length - 64;
  fields.setUint32(section + 4, 7, true); // a note, with bytes
  fields.setBigUint64(section + 0x18, BigInt(image.length), true);
  fields.setBigUint64(section + 0x20, 100n, true);
  const file = concat(image, new Uint8Array(150));
  assert.equal(elfImageEnd(memoryRegion(file)), image.length + 100);
});

Deno.test("elfImageEnd() is undefined for what is not a whole 64-bit ELF file", () => {
  const image = elf(bytesOf("code"));
  const changed = (at: number, value: number) => {
    const copy = image.slice();
    copy[at] = value;
    return copy;
  };
  const cases: Record<string, Uint8Array> = {
    "nothing": new Uint8Array(),
    "a shell script": bytesOf("#!/bin/sh\n".padEnd(500)),
    "32 bits": changed(4, 1),
    "big-endian": changed(5, 2),
    "cut short": image.subarray(0, image.length - 1),
    "no segments": changed(0x38, 0),
    "rows that are too small": changed(0x36, 8),
    "a huge table": changed(0x39, 0xff),
    "a table far outside": changed(0x27, 0xff),
  };
  for (const [name, bytes] of Object.entries(cases)) {
    assert.equal(elfImageEnd(memoryRegion(bytes)), undefined, name);
  }
});

Deno.test("elfImageEnd() never throws, and never points outside, on damaged files", () => {
  const image = elf(bytesOf("code"));
  fc.assert(fc.property(
    fc.array(fc.tuple(fc.nat(image.length - 1), fc.nat(255)), { maxLength: 8 }),
    fc.nat(image.length),
    (changes, length) => {
      const copy = image.slice();
      for (const [at, value] of changes) copy[at] = value;
      const end = elfImageEnd(memoryRegion(copy.subarray(0, length)));
      assert.ok(end === undefined || (end > 0 && end <= length));
    },
  ));
});
