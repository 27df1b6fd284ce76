import assert from "node:assert/strict";
import fc from "fast-check";
import { fileRegion, memoryRegion } from "../../src/files/region.ts";
import { UserError } from "../../src/user_error.ts";

function withFile(bytes: Uint8Array, run: (path: string) => void): void {
  const path = Deno.makeTempFileSync();
  try {
    Deno.writeFileSync(path, bytes);
    run(path);
  } finally {
    Deno.removeSync(path);
  }
}

const counting = (length: number) =>
  Uint8Array.from({ length }, (_, i) => i % 251);

Deno.test("fileRegion() and memoryRegion() read the same bytes for any range", () => {
  const bytes = counting(3000);
  withFile(bytes, (path) => {
    const start = 100, length = 2500;
    const regions = [
      fileRegion(path, start, length),
      memoryRegion(bytes.subarray(start, start + length)),
    ];
    fc.assert(fc.property(fc.nat(length), fc.nat(length), (a, b) => {
      const [from, to] = a < b ? [a, b] : [b, a];
      for (const region of regions) {
        const read = region.read(from, to - from);
        assert.deepEqual(read, bytes.slice(start + from, start + to));
        assert.equal(read.byteOffset, 0);
        assert.equal(read.buffer.byteLength, to - from);
        const into = new Uint8Array(to - from);
        region.readInto(from, into);
        assert.deepEqual(into, read);
      }
    }));
    for (const region of regions) region.close();
  });
});

Deno.test("fileRegion() without a length reaches the end of the file", () => {
  withFile(counting(10), (path) => {
    const region = fileRegion(path, 4);
    assert.equal(region.size, 6);
    assert.deepEqual([...region.read(0, 6)], [4, 5, 6, 7, 8, 9]);
    region.close();
    region.close();
  });
});

Deno.test("fileRegion() refuses a range outside the region before allocating memory", () => {
  withFile(counting(10), (path) => {
    const region = fileRegion(path, 2, 5);
    for (
      const [offset, length] of [
        [0, 6],
        [-1, 1],
        [5, 1],
        [0, 2 ** 40],
        [0.5, 1],
        [NaN, 1],
        [0, -1],
      ]
    ) {
      assert.throws(() => region.read(offset, length), RangeError);
      assert.throws(
        () => memoryRegion(counting(5)).read(offset, length),
        RangeError,
      );
    }
    assert.equal(region.read(5, 0).length, 0);
    region.close();
  });
});

Deno.test("fileRegion() reports a file that is too short, when opened or when read", () => {
  withFile(counting(1000), (path) => {
    assert.throws(() => fileRegion(path, 0, 1001), UserError);
    assert.throws(() => fileRegion(path, 1001), UserError);
    const region = fileRegion(path);
    Deno.truncateSync(path, 500);
    assert.throws(() => region.read(400, 200), UserError);
    region.close();
  });
});

Deno.test("fileRegion() still reads the old file after another one was renamed over it", () => {
  withFile(counting(100), (path) => {
    const region = fileRegion(path);
    Deno.writeFileSync(path + ".new", new Uint8Array(3));
    Deno.renameSync(path + ".new", path);
    assert.deepEqual(region.read(0, 100), counting(100));
    region.close();
  });
});

Deno.test("memoryRegion() gives copies, so that a reader cannot change what others read", () => {
  const region = memoryRegion(counting(4));
  region.read(0, 4).fill(9);
  assert.deepEqual([...region.read(0, 4)], [0, 1, 2, 3]);
});
