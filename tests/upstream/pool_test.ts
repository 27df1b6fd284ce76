import assert from "node:assert/strict";
import fc from "fast-check";
import type { CallOptions } from "../../src/upstream/call.ts";
import { Pool } from "../../src/upstream/pool.ts";
import type { About } from "../../src/upstream/session.ts";
import { settlesWithin } from "../../src/settles_within.ts";
import { FakeTime } from "../_fake_time.ts";
import { keptLog } from "../mcp/_library.ts";
import {
  type Answer,
  fakeChildren,
  fakeConfig,
  type Incoming,
} from "./_fake_child.ts";
import { type Differences, until } from "./_upstreams.ts";

/** A pool of sessions with fakes. */
function poolOf(
  differences: Differences = {},
  answerOf: (number: number) => Answer = () => () => ({}),
) {
  const { children, transport } = fakeChildren(answerOf);
  const { log, lines } = keptLog();
  const opened: About[] = [], notifications: string[] = [];
  const pool = new Pool(fakeConfig(differences), log, {
    onOpen: (about) => opened.push(about),
    onNotification: ({ method }) => notifications.push(method),
  }, { answers: true, transport });
  const call = (params: Record<string, unknown> = {}, options?: CallOptions) =>
    pool.request({ method: "m", params }, options ?? {});
  return { pool, call, children, lines, opened, notifications };
}

/** Answers `m` when it is told to, and everything else at once. */
function answerLater() {
  const waiting: { message: Incoming; answer: (result: unknown) => void }[] =
    [];
  const answer: Answer = (message) =>
    message.method === "m"
      ? new Promise((answer) => waiting.push({ message, answer }))
      : {};
  return { waiting, answer };
}

/** A server that ends before it has greeted. */
const failing: Answer = (_, child) => child.die("it ended with exit code 3");

Deno.test("a pool without a limit has one session, on which all calls are under way at once", async () => {
  const { waiting, answer } = answerLater();
  const { pool, call, children, opened } = poolOf({}, () => answer);
  await pool.start();
  const calls = Array.from({ length: 20 }, (_, at) => call({ at }));
  await until(() => waiting.length === 20);
  for (const { message, answer } of waiting.toReversed()) {
    answer({ at: message.params.at });
  }
  const results = await Promise.all(calls);
  assert.deepEqual(results, calls.map((_, at) => ({ at })) as never);
  assert.deepEqual([children.length, opened.length], [1, 1]);
  assert.equal(opened[0].info?.name, "fake");
  assert.deepEqual(pool.pids, [1]);
  await pool.close();
});

Deno.test("each session has one call at a time, as many work at once as there are sessions, and each call gets its own answer", () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(
        fc.record({ at: fc.nat(9), gaveUp: fc.boolean() }),
        { minLength: 1, maxLength: 12 },
      ),
      async (maxConcurrency, asked) => {
        const busy = new Map<unknown, number>();
        let most = 0;
        const order: number[] = [];
        const { pool, call } = poolOf(
          { maxConcurrency },
          () => async (message, child) => {
            if (message.method !== "m") return {};
            const { number, at } = message.params;
            order.push(number);
            busy.set(child, (busy.get(child) ?? 0) + 1);
            most = Math.max(most, [...busy.values()].reduce((a, b) => a + b));
            assert.equal(busy.get(child), 1);
            for (let i = 0; i < at; i++) await undefined;
            busy.set(child, 0);
            return { number };
          },
        );
        await pool.start();
        const results = asked.map(({ at, gaveUp }, number) => {
          const signal = gaveUp ? AbortSignal.abort() : undefined;
          return call({ number, at }, { signal });
        });
        for (const [number, result] of results.entries()) {
          if (asked[number].gaveUp) {
            await assert.rejects(result, { failure: "cancelled" });
          } else assert.deepEqual(await result, { number });
        }
        await pool.settled();
        const served = asked.flatMap(({ gaveUp }, number) =>
          gaveUp ? [] : number
        );
        assert.deepEqual(order, served);
        assert.ok(most <= Math.min(maxConcurrency, served.length));
        await pool.close();
      },
    ),
    { numRuns: 300 },
  ));

Deno.test("calls on a session that ends crash, and those that wait are served by the next one", async () => {
  const first = answerLater();
  const { pool, call, children, opened } = poolOf(
    { maxConcurrency: 1 },
    (number) => number === 0 ? first.answer : () => ({ number }),
  );
  await pool.start();
  const lost = call(), waiting = call();
  const ended = Promise.allSettled([lost]);
  await until(() => first.waiting.length === 1);
  children[0].die("it ended with exit code 7");
  await ended;
  await assert.rejects(lost, {
    failure: "crashed",
    message: "geo ended during this call: it ended with exit code 7",
  });
  assert.deepEqual(await waiting, { number: 1 });
  assert.equal(pool.status.restarts, 1);
  assert.equal(opened.length, 2);
  await pool.close();
});

Deno.test("a call is refused at once with the reason when the next try is far away, also one that waits", async () => {
  using time = new FakeTime();
  const { pool, call } = poolOf({ timeoutMs: 600_000 }, () => failing);
  await pool.start();
  assert.equal(pool.status.state, "down");
  // The next try is near: it waits.
  const waiting = call();
  const ended = Promise.allSettled([waiting]);
  await time.settle();
  const expected = {
    failure: "unavailable",
    message: "geo is not available: it ended with exit code 3",
  };
  await time.pass(10_000);
  await time.settle();
  await ended;
  await assert.rejects(waiting, expected);
  await assert.rejects(call(), expected);
  assert.deepEqual(pool.status, {
    name: "geo",
    state: "down",
    sessions: 0,
    of: 1,
    restarts: 0,
    reason: "it ended with exit code 3",
  });
  await pool.close();
});

Deno.test("a pool of which one session cannot be opened calls by the other", async () => {
  const { pool, call } = poolOf(
    { maxConcurrency: 2 },
    (number) => number === 0 ? failing : () => ({ number }),
  );
  await pool.start();
  const { state, sessions, of, reason } = pool.status;
  assert.deepEqual([state, sessions, of, reason], ["ready", 1, 2, undefined]);
  const results = await Promise.all([call(), call(), call()]);
  assert.deepEqual(results, Array(3).fill({ number: 1 }));
  await pool.close();
});

Deno.test("opening() waits for a first try, and not for all", async () => {
  const { pool } = poolOf(
    { maxConcurrency: 2 },
    (number) => number === 0 ? () => undefined : () => ({}),
  );
  const started = pool.start();
  assert.equal(pool.status.state, "starting");
  await pool.opening();
  assert.equal(pool.status.sessions, 1);
  await pool.close();
  await started;
});

Deno.test("a session with one call at a time is free again when it answers a ping after a call that was given up", async () => {
  const pings: ((result: unknown) => void)[] = [];
  const { pool, call, children } = poolOf(
    { maxConcurrency: 1 },
    () => ({ method, params }) =>
      method === "ping"
        ? new Promise((answer) => pings.push(answer))
        : params?.never
        ? undefined
        : {},
  );
  await pool.start();
  const giveUp = new AbortController();
  const given = call({ never: true }, { signal: giveUp.signal });
  await until(() => children[0].methods.includes("m"));
  giveUp.abort();
  await assert.rejects(given, { failure: "cancelled" });
  const next = call();
  assert.equal(await settlesWithin(pool.settled(), 20), false);
  assert.equal(children[0].methods.filter((it) => it === "m").length, 1);
  await until(() => pings.length === 1);
  pings[0]({});
  await pool.settled();
  assert.deepEqual(await next, {});
  assert.equal(pool.status.restarts, 0);
  await pool.close();
});

Deno.test("a server that hangs after a call that was given up is started anew, and the next call goes to the new one", async () => {
  using time = new FakeTime();
  const { pool, call, children, lines } = poolOf(
    { maxConcurrency: 1, timeoutMs: 1_000 },
    (number) => ({ method }) =>
      number === 0 && method !== "initialize" ? undefined : { number },
  );
  await pool.start();
  const given = call();
  const ended = Promise.allSettled([given]);
  await time.pass(1_000);
  await ended;
  await assert.rejects(given, {
    failure: "timeout",
    message: "geo did not answer within 1 s",
  });
  await time.pass(4_999);
  assert.equal(children[0].ended, undefined);
  await time.pass(1);
  await time.settle();
  assert.equal(children[0].ended, "it was ended by SIGKILL");
  assert.ok(lines.some((it) => /geo: it hangs; tried again in/.test(it)));
  const next = call();
  await time.pass(100);
  await time.settle();
  assert.deepEqual(await next, { number: 1 });
  await pool.close();
});

Deno.test("a server that says anything after a call that was given up does not hang", async () => {
  using time = new FakeTime();
  const { pool, call, children } = poolOf(
    { timeoutMs: 1_000 },
    () => ({ method }) => method === "initialize" ? {} : undefined,
  );
  await pool.start();
  const given = Promise.allSettled([call()]);
  await time.pass(1_000);
  await given;
  await time.pass(2_000);
  children[0].say({ method: "notifications/progress", params: {} });
  await time.pass(10_000);
  await pool.settled();
  assert.deepEqual([pool.status.state, pool.status.restarts], ["ready", 0]);
  await pool.close();
});

Deno.test("a session that is lost without an end is found out by the call that fails, and opened anew", async () => {
  const { pool, call, children, lines } = poolOf();
  await pool.start();
  children[0].send = () => Promise.reject(new Error("404 no such session"));
  await assert.rejects(call(), {
    failure: "crashed",
    message: "geo ended during this call: 404 no such session",
  });
  await until(() => pool.status.restarts === 1);
  assert.ok(lines.some((it) => /the session was lost; tried again/.test(it)));
  assert.deepEqual(await call(), {});
  await pool.close();
});

Deno.test("only the sole call of a session is asked what the server asks", async () => {
  const { waiting, answer } = answerLater();
  const { pool, call, children } = poolOf({}, () => answer);
  await pool.start();
  const accept = { action: "accept", content: { 名前: "花子" } };
  const ask = () => Promise.resolve(accept);
  let asked = 0;
  const question = async () => {
    const id = `q${++asked}`;
    const requestedSchema = { type: "object", properties: {} };
    children[0].say({
      id,
      method: "elicitation/create",
      params: { message: "?", requestedSchema },
    });
    await until(() => children[0].got.some((it) => it.id === id));
    return JSON.stringify(children[0].got.find((it) => it.id === id));
  };
  assert.match(await question(), /no call is under way/);
  const calls = [call({}, { ask })];
  await until(() => waiting.length === 1);
  assert.match(await question(), /花子/);
  calls.push(call({}, { ask }));
  await until(() => waiting.length === 2);
  assert.match(await question(), /several calls are under way/);
  waiting[0].answer({});
  await calls[0];
  assert.match(await question(), /花子/);
  waiting[1].answer({});
  await calls[1];
  await pool.close();
});

Deno.test("an answer makes a session a good one, but not a list of tools", async () => {
  using time = new FakeTime();
  const { pool, call, children } = poolOf();
  await pool.start();
  const pauseAfter = async (method?: string) => {
    if (method === "m") await call();
    else if (method) await pool.request({ method }, {});
    children.at(-1)!.die("it ended");
    await time.settle();
    let pause = 0;
    for (; pool.status.state !== "ready"; pause += 100) await time.pass(100);
    return pause;
  };
  assert.equal(await pauseAfter(), 100);
  assert.equal(await pauseAfter("tools/list"), 200);
  assert.equal(await pauseAfter("m"), 100);
  await pool.close();
});

Deno.test("requestAll() asks every session, and leaves what fails to the log", async () => {
  const { pool, children, lines } = poolOf(
    { maxConcurrency: 3 },
    (number) => ({ method }) => {
      if (number === 1 && method === "logging/setLevel") throw new Error("no");
      return {};
    },
  );
  await pool.start();
  await pool.requestAll({
    method: "logging/setLevel",
    params: { level: "info" },
  });
  for (const { methods } of children) {
    assert.equal(methods.at(-1), "logging/setLevel");
  }
  assert.equal(lines.length, 1);
  assert.match(lines[0], /DEBUG geo: logging\/setLevel: .*no$/);
  await pool.close();
});

Deno.test("resources are subscribed to in the first session, if there is one", async () => {
  const { pool, children } = poolOf({ maxConcurrency: 2 });
  await assert.rejects(pool.subscribe("test://1", true), {
    failure: "unavailable",
  });
  await pool.start();
  await pool.subscribe("test://1", true);
  const [first, second] = children.map(({ methods }) => methods.at(-1));
  assert.equal(first, "resources/subscribe");
  assert.notEqual(second, first);
  await pool.close();
});

Deno.test("what the server tells goes to the owner, of whichever session", async () => {
  const { pool, children, notifications } = poolOf({ maxConcurrency: 2 });
  await pool.start();
  for (const [at, child] of children.entries()) {
    child.say({ method: `notifications/${at}` });
  }
  assert.deepEqual(notifications, ["notifications/0", "notifications/1"]);
  await pool.close();
});

Deno.test("close() refuses those that wait and those that come, and ends all servers", async () => {
  const { waiting, answer } = answerLater();
  const { pool, call, children } = poolOf({ maxConcurrency: 1 }, () => answer);
  await pool.start();
  const calls = [call(), call()];
  const ended = Promise.allSettled(calls);
  await until(() => waiting.length === 1);
  await pool.close();
  await ended;
  await assert.rejects(calls[0], { failure: "crashed" });
  const stopping = { failure: "unavailable", message: "geo is being stopped" };
  await assert.rejects(calls[1], stopping);
  await assert.rejects(call(), stopping);
  assert.equal(pool.status.state, "closed");
  assert.ok(children.every((child) => child.ended === "it was stopped"));
  assert.deepEqual(pool.pids, []);
});

Deno.test("whatever dies when, each call ends once, with its own answer or a clear error", () =>
  fc.assert(
    fc.asyncProperty(
      fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
      fc.array(
        fc.oneof(
          { weight: 4, arbitrary: fc.constant("call") },
          { weight: 3, arbitrary: fc.constant("answer") },
          { weight: 1, arbitrary: fc.constant("die") },
          { weight: 1, arbitrary: fc.constant("give up") },
        ),
        { maxLength: 24 },
      ),
      async (maxConcurrency, steps) => {
        using time = new FakeTime();
        const { waiting, answer } = answerLater();
        const { pool, call, children } = poolOf(
          { maxConcurrency },
          () => answer,
        );
        await pool.start();
        const calls: { result: Promise<unknown>; abort: AbortController }[] =
          [];
        for (const step of steps) {
          const living = children.filter(({ ended }) => ended === undefined);
          if (step === "call") {
            const number = calls.length, abort = new AbortController();
            const result = call({ number }, { signal: abort.signal }).then(
              (got) => assert.deepEqual(got, { number }),
              ({ failure }) =>
                assert.match(failure, /^(?:crashed|cancelled|unavailable)$/),
            );
            calls.push({ result, abort });
          } else if (step === "answer") {
            const { message, answer } = waiting.shift() ?? {};
            answer?.({ number: message!.params.number });
          } else if (step === "die") living[0]?.die("it ended");
          else calls.at(-1)?.abort.abort();
          await time.pass(1);
        }
        // All that wait are served, one after the other.
        for (let i = 0; i < 60; i++) {
          for (const { message, answer } of waiting.splice(0)) {
            answer({ number: message.params.number });
          }
          await time.pass(i < calls.length + 1 ? 10 : 200);
        }
        await Promise.all(calls.map(({ result }) => result));
        await pool.settled();
        assert.equal(pool.status.sessions, maxConcurrency ?? 1);
        await pool.close();
      },
    ),
    { numRuns: 500 },
  ));
