import assert from "node:assert/strict";
import { withoutProcess } from "../../src/search/without_process.ts";

Deno.test("withoutProcess hides the global for the time of the call and puts it back, also after an error", () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, "process");
  assert.equal(withoutProcess(() => "process" in globalThis), false);
  assert.throws(() =>
    withoutProcess(() => {
      throw new Error("x");
    }), /x/);
  const after = Object.getOwnPropertyDescriptor(globalThis, "process");
  assert.equal(typeof before, typeof after);
  assert.ok("process" in globalThis);
});
