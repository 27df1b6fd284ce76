import assert from "node:assert/strict";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import fc from "fast-check";
import { RawRpcClient } from "../../src/upstream/raw_rpc_client.ts";

/** A transport that only keeps what it is given. */
class FakeTransport implements Transport {
  readonly sent: { id: number; method: string; params?: unknown }[] = [];
  broken = false;
  start = () => Promise.resolve();
  close = () => Promise.resolve();
  send(message: JSONRPCMessage): Promise<void> {
    if (this.broken) return Promise.reject(new Error("broken"));
    this.sent.push(message as never);
    return Promise.resolve();
  }
}

function client() {
  const transport = new FakeTransport();
  return { transport, sent: transport.sent, rpc: new RawRpcClient(transport) };
}

const forever = new AbortController().signal;
const answer = (id: unknown, rest: Record<string, unknown>) =>
  ({ jsonrpc: "2.0", id, ...rest }) as JSONRPCMessage;

/** What happens to a request. */
const FATES = ["answer", "error", "null", "abort", "end"] as const;

Deno.test("RawRpcClient settles each request once, with its own answer, in whichever order and however often answers come", () =>
  fc.assert(fc.asyncProperty(
    fc.array(
      fc.record({
        fate: fc.constantFrom(...FATES),
        at: fc.integer({ min: 0, max: 9 }),
        again: fc.boolean(),
      }),
      { maxLength: 12 },
    ),
    async (requests) => {
      const { rpc, sent } = client();
      const settled = requests.map(() => 0);
      const all = requests.map(({ fate }, number) => {
        const abort = new AbortController();
        const result = rpc.send(
          { method: "m", params: { number } },
          abort.signal,
        ).finally(() => settled[number]++);
        return { number, fate, abort, result: result.catch((error) => error) };
      });
      assert.equal(new Set(sent.map(({ id }) => id)).size, requests.length);
      const order = requests.map((it, number) => ({ ...it, number }))
        .filter(({ fate }) => fate !== "end").sort((a, b) => a.at - b.at);
      for (const { number, fate, again } of order) {
        const { id } = sent[number];
        const error = { code: -number, message: `error ${number}` };
        if (fate === "abort") all[number].abort.abort(new Error("gone"));
        for (let turn = again ? 2 : 1; turn > 0; turn--) {
          const taken = rpc.take(answer(
            id,
            fate === "error" ? { error } : {
              result: fate === "null" ? null : { number },
            },
          ));
          assert.equal(taken, true);
        }
      }
      await undefined;
      rpc.end(new Error("ended"));
      for (const { number, fate, result } of all) {
        const got = await result;
        if (fate === "answer") assert.deepEqual(got, { number });
        else if (fate === "error") {
          assert.deepEqual(
            [got.failure, got.code, got.message],
            ["refused", -number, `error ${number}`],
          );
        } else {
          const message =
            { null: "the result is null", abort: "gone", end: "ended" }[fate];
          assert.equal(got.message, message);
        }
      }
      assert.deepEqual(settled, requests.map(() => 1));
    },
  )));

Deno.test("a request that is given up is cancelled in the server, by its id and with the reason", async () => {
  const { rpc, sent } = client();
  const abort = new AbortController();
  const result = rpc.send({ method: "m" }, abort.signal);
  abort.abort(new Error("took too long"));
  await assert.rejects(result, /^Error: took too long$/);
  assert.deepEqual(sent[1], {
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: sent[0].id, reason: "took too long" },
  } as never);
  abort.abort();
  assert.equal(sent.length, 2);
});

Deno.test("what was given up before is not sent at all", async () => {
  const { rpc, sent } = client();
  const signal = AbortSignal.abort(new Error("gone"));
  await assert.rejects(rpc.send({ method: "m" }, signal), /^Error: gone$/);
  assert.deepEqual(sent, []);
});

Deno.test("a request that cannot be written fails with why", async () => {
  const { rpc, transport } = client();
  transport.broken = true;
  await assert.rejects(rpc.send({ method: "m" }, forever), /^Error: broken$/);
});

Deno.test("requests, notifications and answers to other ids are left to others", () => {
  const { rpc } = client();
  const left = [
    { jsonrpc: "2.0", method: "notifications/message" },
    { jsonrpc: "2.0", id: 1_000_000_001, method: "ping" },
    answer(1, { result: {} }),
    answer("1000000001x", { result: {} }),
  ];
  for (const message of left) {
    assert.equal(rpc.take(message as JSONRPCMessage), false);
  }
});
