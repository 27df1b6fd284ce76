import assert from "node:assert/strict";
import fc from "fast-check";
import type { HttpRefusal } from "../../src/http/http_refusal.ts";
import { RequestsUnderWay } from "../../src/http/requests_under_way.ts";
import { settlesWithin } from "../../src/settles_within.ts";

const textError = ({ status, message }: HttpRefusal) =>
  new Response(message, { status });
const request = () => new Request("http://localhost/");

Deno.test("settled() waits for every request, in whichever order they end", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 99 }), { maxLength: 8 }),
      async (order) => {
        const underWay = new RequestsUnderWay();
        const ends = order.map((at) => ({ at, end: underWay.begin() }))
          .sort((a, b) => a.at - b.at);
        const settled = underWay.settled(60_000);
        for (const { end } of ends) {
          assert.equal(await settlesWithin(settled, 0), false);
          end();
        }
        await settled;
        assert.equal(await settlesWithin(underWay.settled(60_000), 0), true);
      },
    ),
    { numRuns: 20 },
  ));

Deno.test("settled() waits for no longer than it may", async () => {
  const underWay = new RequestsUnderWay();
  underWay.begin();
  await underWay.settled(10);
});

Deno.test("giveUp() answers those without a reply and leaves the others alone", async () => {
  const underWay = new RequestsUnderWay();
  const signals: AbortSignal[] = [];
  const answer = (work: Promise<Response>) =>
    underWay.answer(request(), 60_000, textError, (late) => {
      signals.push(late);
      return work;
    });
  const done = await answer(Promise.resolve(new Response("done")));
  const waiting = answer(new Promise(() => {}));
  underWay.giveUp({ status: 503, message: "stopping" });
  assert.equal(await done.text(), "done");
  const given = await waiting;
  assert.deepEqual([given.status, await given.text()], [503, "stopping"]);
  assert.deepEqual(signals.map(({ aborted }) => aborted), [false, true]);
});

Deno.test("work is told when its client goes, and its error is the caller's", async () => {
  const underWay = new RequestsUnderWay();
  const client = new AbortController();
  const asked = new Request("http://localhost/", { signal: client.signal });
  const answered = underWay.answer(
    asked,
    60_000,
    textError,
    (late) =>
      new Promise((_, reject) =>
        late.addEventListener("abort", () => reject(new Error("gone")))
      ),
  );
  client.abort();
  await assert.rejects(answered, /^Error: gone$/);
});
