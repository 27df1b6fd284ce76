import assert from "node:assert/strict";
import { fileSize, plural } from "../../src/text/quantity.ts";

Deno.test("plural() and fileSize() read well", () => {
  assert.equal(plural(1, "file"), "1 file");
  assert.equal(plural(1361, "file"), "1,361 files");
  assert.equal(plural(1234567, "term"), "1,234,567 terms");
  assert.equal(fileSize(1), "1 byte");
  assert.equal(fileSize(1700), "1.7 kB");
  assert.equal(fileSize(64e6), "64.0 MB");
  assert.equal(fileSize(2.5e9), "2.5 GB");
});
