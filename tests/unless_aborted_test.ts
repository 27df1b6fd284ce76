import assert from "node:assert/strict";
import { unlessAborted } from "../src/unless_aborted.ts";

const never = new Promise<never>(() => {});

Deno.test("unlessAborted gives the result of work that ends first, and its error", async () => {
  const { signal } = new AbortController();
  assert.equal(await unlessAborted(Promise.resolve(1), signal), 1);
  const failing = Promise.reject(new RangeError("work"));
  await assert.rejects(unlessAborted(failing, signal), new RangeError("work"));
});

Deno.test("unlessAborted ends with the signal's reason while the work goes on", async () => {
  const controller = new AbortController();
  const waiting = unlessAborted(never, controller.signal);
  controller.abort(new RangeError("stop"));
  await assert.rejects(waiting, new RangeError("stop"));
});

Deno.test("unlessAborted waits for nothing when the signal was aborted before", async () => {
  const signal = AbortSignal.abort(new RangeError("before"));
  for (const work of [never, Promise.resolve(1)]) {
    await assert.rejects(unlessAborted(work, signal), new RangeError("before"));
  }
});
