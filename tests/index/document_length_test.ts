import assert from "node:assert/strict";
import {
  byteToLength,
  LENGTHS,
  lengthToByte,
} from "../../src/index/document_length.ts";

Deno.test("lengthToByte is exact up to 40 tokens, and within an eighth above", () => {
  for (let length = 0; length <= 40; length++) {
    assert.equal(byteToLength(lengthToByte(length)), length);
  }
  for (let length = 41; length < 1_000_000; length += 37) {
    const kept = byteToLength(lengthToByte(length));
    assert.ok(kept <= length && kept > length * 7 / 8 - 1, `${length} ${kept}`);
  }
});

Deno.test("lengthToByte inverts byteToLength, which ascends (Lucene's SmallFloat)", () => {
  for (let byte = 0; byte < 256; byte++) {
    assert.equal(lengthToByte(byteToLength(byte)), byte);
    if (byte > 0) assert.ok(LENGTHS[byte] > LENGTHS[byte - 1]);
  }
  // The greatest value of SmallFloat.byte4ToInt.
  assert.equal(byteToLength(255), 2013265944);
});
