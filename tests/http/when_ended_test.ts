import assert from "node:assert/strict";
import { whenEnded } from "../../src/http/when_ended.ts";

/** A reply that streams two events, and a count of how often it has ended. */
function streaming() {
  let ended = 0;
  const body = new ReadableStream({
    start(controller) {
      for (const it of ["one", "二"]) {
        controller.enqueue(new TextEncoder().encode(it));
      }
      controller.close();
    },
  });
  const headers = { "content-type": "text/event-stream", "x-a": "b" };
  const reply = whenEnded(new Response(body, { headers }), () => ended++);
  return { reply, ended: () => ended };
}

Deno.test("whenEnded() tells of a stream when it is read to the end, and changes nothing of it", async () => {
  const { reply, ended } = streaming();
  assert.equal(ended(), 0);
  assert.equal(reply.headers.get("x-a"), "b");
  assert.equal(await reply.text(), "one二");
  assert.equal(ended(), 1);
});

Deno.test("whenEnded() tells of a stream when its reader leaves", async () => {
  const { reply, ended } = streaming();
  await reply.body!.cancel();
  assert.equal(ended(), 1);
});

Deno.test("whenEnded() tells of another reply at once", async () => {
  let ended = 0;
  const reply = whenEnded(Response.json({ a: 1 }), () => ended++);
  assert.equal(ended, 1);
  assert.deepEqual(await reply.json(), { a: 1 });
});
