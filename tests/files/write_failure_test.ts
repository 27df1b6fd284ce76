import assert from "node:assert/strict";
import { writeFailure } from "../../src/files/write_failure.ts";

Deno.test("writeFailure names a full disk by code and by the number in the message", () => {
  const coded = Object.assign(new Error("x"), { code: "ENOSPC" });
  assert.equal(writeFailure(coded), "no space left on the disk");
  assert.equal(
    writeFailure(new Error("No space left on device (os error 28)")),
    "no space left on the disk",
  );
  assert.equal(
    writeFailure(new Error("File too large (os error 27)")),
    "the file would be larger than is allowed here",
  );
});

Deno.test("writeFailure is undefined for errors that are not about writing", () => {
  assert.equal(writeFailure(new TypeError("x is not a function")), undefined);
  assert.equal(writeFailure("os error 28"), undefined);
});
