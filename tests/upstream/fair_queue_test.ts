import assert from "node:assert/strict";
import fc from "fast-check";
import { FairQueue } from "../../src/upstream/fair_queue.ts";

const forever = new AbortController().signal;

Deno.test("FairQueue loses no turn, whoever gives up", () =>
  fc.assert(fc.asyncProperty(
    fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
    async (patient) => {
      let free = 2, served = 0;
      const turns = new FairQueue(() => free > 0 ? free-- : undefined);
      const abort = new AbortController();
      const all = patient.map(async (stays) => {
        try {
          await turns.wait(stays ? forever : abort.signal);
        } catch {
          return;
        }
        await undefined;
        served++;
        free++;
        turns.next();
      });
      abort.abort(new Error("gone"));
      await Promise.all(all);
      assert.equal(free, 2);
      assert.ok(served >= patient.filter(Boolean).length);
    },
  )));

/** A step of those who use a queue. */
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant("wait") },
    { weight: 2, arbitrary: fc.constant("release") },
    { weight: 1, arbitrary: fc.constant("give up") },
    { weight: 1, arbitrary: fc.constant("pause") },
  ),
  { maxLength: 40 },
);

Deno.test("FairQueue serves in the order of arrival, each thing to one at a time, and leaves none idle while somebody waits", () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      steps,
      async (things, steps) => {
        const free = Array.from({ length: things }, (_, at) => at);
        const queue = new FairQueue(() => free.shift());
        const waiting: { number: number; abort: AbortController }[] = [];
        const held: number[] = [], served: number[] = [];
        const all: Promise<void>[] = [];
        const release = () => {
          const thing = held.shift();
          if (thing === undefined) return;
          free.push(thing);
          queue.next();
        };
        for (const [number, step] of steps.entries()) {
          if (step === "wait") {
            const who = { number, abort: new AbortController() };
            waiting.push(who);
            all.push(
              queue.wait(who.abort.signal).then((thing) => {
                assert.ok(!held.includes(thing));
                held.push(thing);
                served.push(number);
              }, () => {}).finally(() => {
                waiting.splice(waiting.indexOf(who), 1);
              }),
            );
          } else if (step === "release") release();
          else if (step === "give up") waiting.at(-1)?.abort.abort();
          await new Promise((next) => setTimeout(next));
          assert.ok(free.length === 0 || waiting.length === 0);
          assert.equal(free.length + held.length, things);
        }
        while (waiting.length > 0) {
          release();
          await new Promise((next) => setTimeout(next));
        }
        await Promise.all(all);
        assert.deepEqual(served, served.toSorted((a, b) => a - b));
      },
    ),
    { numRuns: 50 },
  ));

Deno.test("FairQueue does not let who has given up before wait", async () => {
  const queue = new FairQueue(() => 1);
  const signal = AbortSignal.abort(new Error("gone"));
  await assert.rejects(queue.wait(signal), /^Error: gone$/);
});

Deno.test("FairQueue tells all who wait when nothing will come, and serves who comes later", async () => {
  let free = false;
  const queue = new FairQueue(() => free || undefined);
  const waiting = [queue.wait(forever), queue.wait(forever)];
  queue.refuse(new Error("closed"));
  for (const it of waiting) await assert.rejects(it, /^Error: closed$/);
  free = true;
  assert.equal(await queue.wait(forever), true);
});
