import assert from "node:assert/strict";
import fc from "fast-check";
import { SessionKeeper } from "../../src/upstream/session_keeper.ts";
import { FakeTime } from "../_fake_time.ts";
import { keptLog } from "../mcp/_library.ts";
import { type Answer, fakeChildren, fakeConfig } from "./_fake_child.ts";

/** A keeper of sessions with fakes; its states are kept. */
function keeperOf(answerOf: (number: number) => Answer = () => () => ({})) {
  const { children, transport } = fakeChildren(answerOf);
  const { log, lines } = keptLog();
  const states: string[] = [];
  const keeper = new SessionKeeper(fakeConfig(), log, {
    onState: ({ state }) => states.push(state),
    onNotification() {},
    onRequest: () => Promise.resolve({}),
  }, { answers: false, transport });
  return { keeper, children, states, lines };
}

/** A server that ends before it has greeted. */
const failing: Answer = (_, child) => child.die("it ended with exit code 3");

Deno.test("a session is opened, and ended for good by close()", async () => {
  const { keeper, children, states } = keeperOf();
  assert.equal(keeper.state, "closed");
  await keeper.start();
  assert.equal(keeper.state, "ready");
  assert.equal(keeper.session?.about.info?.name, "fake");
  await keeper.close();
  assert.deepEqual(states, ["starting", "ready", "closed"]);
  assert.equal(keeper.session, undefined);
  assert.equal(children[0].ended, "it was stopped");
  assert.equal(keeper.restarts, 0);
});

Deno.test("a server that ends is started again after 0.1 s, and that counts as a restart", async () => {
  using time = new FakeTime();
  const { keeper, children, states, lines } = keeperOf();
  await keeper.start();
  children[0].die("it ended with exit code 7");
  assert.equal(keeper.state, "down");
  assert.equal(keeper.session, undefined);
  assert.equal(keeper.lastError, "it ended with exit code 7");
  assert.equal(keeper.nextTry, 100);
  assert.match(lines[0], /it ended with exit code 7; tried again in 0\.1 s$/);
  await time.pass(99);
  assert.equal(children.length, 1);
  await time.pass(1);
  assert.equal(keeper.state, "ready");
  assert.deepEqual([children.length, keeper.restarts], [2, 1]);
  assert.deepEqual(states, ["starting", "ready", "down", "starting", "ready"]);
  await keeper.close();
});

Deno.test("the pause doubles with each try that fails, to 30 s, and goes on for ever", async () => {
  using time = new FakeTime();
  const { keeper, children } = keeperOf(() => failing);
  await keeper.start();
  const pauses: number[] = [];
  for (let at = 0; at < 12; at++) {
    const pause = keeper.nextTry - performance.now();
    pauses.push(pause);
    const before = children.length;
    await time.pass(pause - 1);
    assert.equal(children.length, before);
    await time.pass(1);
    await time.settle();
    assert.equal(children.length, before + 1);
  }
  assert.deepEqual(pauses, [
    ...[100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600],
    ...[30_000, 30_000, 30_000],
  ]);
  assert.equal(keeper.restarts, 0);
  await keeper.close();
});

Deno.test("a session that has answered, or has lived for 10 s, begins with a short pause again", async () => {
  using time = new FakeTime();
  const { keeper, children } = keeperOf();
  await keeper.start();
  const pauseAfter = async (before: () => unknown) => {
    await before();
    children.at(-1)!.die("it ended");
    const pause = keeper.nextTry - performance.now();
    await time.pass(pause);
    return pause;
  };
  assert.equal(await pauseAfter(() => {}), 100);
  assert.equal(await pauseAfter(() => {}), 200);
  assert.equal(await pauseAfter(() => keeper.answered()), 100);
  assert.equal(await pauseAfter(() => time.pass(9_000)), 200);
  assert.equal(await pauseAfter(() => time.pass(10_001)), 100);
  await keeper.close();
});

Deno.test("an idle session is asked every 30 s whether it lives, and a busy one is left alone", async () => {
  using time = new FakeTime();
  const { keeper, children } = keeperOf();
  await keeper.start();
  const [{ methods }] = children;
  const pings = () => children[0].methods.length - methods.length;
  await time.pass(29_999);
  assert.equal(pings(), 0);
  await time.pass(1);
  await time.settle();
  assert.equal(pings(), 1);
  keeper.busy = 1;
  await time.pass(60_000);
  assert.equal(pings(), 1);
  keeper.busy = 0;
  await time.pass(30_000);
  await time.settle();
  assert.equal(pings(), 2);
  assert.equal(children[0].methods.at(-1), "ping");
  assert.deepEqual([keeper.state, children.length], ["ready", 1]);
  await keeper.close();
});

Deno.test("an idle session that does not say within 10 s that it lives is ended, and another opened", async () => {
  using time = new FakeTime();
  const { keeper, children, lines } = keeperOf((number) => ({ method }) =>
    number === 0 && method === "ping" ? undefined : {}
  );
  await keeper.start();
  await time.pass(39_999);
  assert.equal(keeper.state, "ready");
  await time.pass(1);
  await time.settle();
  assert.equal(keeper.state, "down");
  assert.equal(children[0].ended, "it was ended by SIGKILL");
  assert.ok(
    lines.some((it) => /it did not answer within 10 s; tried/.test(it)),
  );
  await time.pass(100);
  await time.settle();
  assert.deepEqual([keeper.state, keeper.restarts], ["ready", 1]);
  await keeper.close();
});

Deno.test("a session that takes a call while it is asked is not ended", async () => {
  using time = new FakeTime();
  const { keeper, children } = keeperOf(() => ({ method }) =>
    method === "ping" ? undefined : {}
  );
  await keeper.start();
  await time.pass(35_000);
  keeper.busy = 1;
  await time.pass(20_000);
  assert.deepEqual([keeper.state, children.length], ["ready", 1]);
  await keeper.close();
});

Deno.test("restart() ends a session once, and does nothing where there is none", async () => {
  using time = new FakeTime();
  const { keeper, children, lines } = keeperOf();
  keeper.restart("too early");
  await keeper.start();
  keeper.restart("it hangs");
  keeper.restart("it hangs");
  assert.equal(children[0].ended, "it was ended by SIGKILL");
  assert.equal(keeper.lastError, "it hangs");
  assert.deepEqual([lines.length, keeper.nextTry], [1, 100]);
  await time.pass(100);
  await time.settle();
  assert.deepEqual([keeper.state, children.length], ["ready", 2]);
  await keeper.close();
});

Deno.test("close() ends a session that is being opened, and a try that waits", async () => {
  using time = new FakeTime();
  const silent = keeperOf(() => () => undefined);
  void silent.keeper.start();
  await time.settle();
  assert.equal(silent.keeper.state, "starting");
  await silent.keeper.close();
  assert.equal(silent.keeper.state, "closed");
  assert.equal(silent.children[0].ended, "it was stopped");
  assert.deepEqual(silent.lines, []);

  const waiting = keeperOf(() => failing);
  await waiting.keeper.start();
  await waiting.keeper.close();
  await time.pass(60_000);
  assert.equal(waiting.children.length, 1);
  assert.deepEqual(waiting.states, ["starting", "down", "closed"]);
});

Deno.test("whatever happens when, there is a session exactly while the state is ready, and one server at most lives", async () => {
  const step = fc.constantFrom("die", "restart", "pass", "long", "answered");
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 10 }),
      fc.array(fc.boolean(), { maxLength: 6 }),
      async (steps, fails) => {
        using time = new FakeTime();
        const { keeper, children } = keeperOf((number) =>
          fails[number] ? failing : () => ({})
        );
        const check = () => {
          assert.equal(keeper.session !== undefined, keeper.state === "ready");
          const living = children.filter(({ ended }) => ended === undefined);
          assert.ok(living.length <= 1);
          if (keeper.state === "ready") {
            assert.equal(living[0], children.at(-1));
          }
        };
        await keeper.start();
        for (const step of steps) {
          if (step === "die") children.at(-1)!.die("it ended");
          else if (step === "restart") keeper.restart("it hangs");
          else if (step === "answered") keeper.answered();
          else await time.pass(step === "long" ? 40_000 : 100);
          await time.settle();
          check();
        }
        await time.pass(60_000);
        await time.settle();
        check();
        // Those that fail, six at most, have been tried by then.
        await time.pass(180_000);
        assert.equal(keeper.state, "ready");
        await keeper.close();
        assert.ok(children.every(({ ended }) => ended !== undefined));
      },
    ),
    { numRuns: 500 },
  );
});
