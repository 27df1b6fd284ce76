import assert from "node:assert/strict";
import { Call } from "../../src/upstream/call.ts";

Deno.test("a call whose question nobody answers is given up after a while", async () => {
  const call = new Call(
    "geo",
    60_000,
    { ask: () => new Promise(() => {}) },
    20,
  );
  const asked = call.ask({ method: "elicitation/create" });
  asked.catch(() => {});
  await new Promise((resolve) =>
    call.signal.addEventListener("abort", resolve)
  );
  assert.match(
    call.signal.reason.message,
    /^geo asked, and nobody answered within 0\.02 s$/,
  );
  assert.equal(call.signal.reason.failure, "timeout");
  call.end();
});

Deno.test("the time of a call stands still while its caller answers", async () => {
  const answer = { action: "accept" };
  const ask = () =>
    new Promise<typeof answer>((resolve) => setTimeout(resolve, 60, answer));
  const call = new Call("geo", 40, { ask });
  assert.deepEqual(await call.ask({ method: "elicitation/create" }), answer);
  assert.equal(call.signal.aborted, false);
  await new Promise((resolve) =>
    call.signal.addEventListener("abort", resolve)
  );
  assert.match(call.signal.reason.message, /did not answer within 0\.04 s/);
  call.end();
});
