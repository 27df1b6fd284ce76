/**
 * A load on `docs proxy` whose server is killed again and again.
 *
 * @module
 */

import assert from "node:assert/strict";
import { fixture } from "../_fixture.ts";
import { spawnDocs } from "../e2e/program.ts";
import { listening } from "../e2e/serving.ts";
import { childrenOf } from "./_children.ts";
import { McpCaller } from "./_mcp_caller.ts";

/** What came of it. */
export interface Outcome {
  results: number;
  /** Calls that ended in a clear error. */
  errors: number;
  kills: number;
  /** The longest that a call took, in ms. */
  longest: number;
  /** Of the proxy, over time, in MB. */
  memory: number[];
}

/** Time limit of a call, in ms. */
const LIMIT = 5_000;

/** What a call may fail with; anything else is a fault. */
const CLEAR =
  /"message":"deno (?:ended during this call|is not available|did not answer)/;

/**
 * Calls until the time is over. Every call must end with its own result or a
 * clear error, in its time, and the proxy must live.
 *
 * @param everyMs how often the server is killed; 0 is never
 */
export async function proxyLoad(
  seconds: number,
  clients: number,
  everyMs: number,
): Promise<Outcome> {
  const { command, args } = fixture("faulty_upstream_server.ts");
  await using server = await listening(spawnDocs([
    ...["proxy", "--port", "0", "--timeout", String(LIMIT), "--"],
    ...[command, ...args],
  ], { env: { LOG_LEVEL: "ERROR" } }));
  const outcome: Outcome = {
    results: 0,
    errors: 0,
    kills: 0,
    longest: 0,
    memory: [],
  };
  const end = performance.now() + seconds * 1_000;
  const isOver = () => performance.now() >= end;
  const kill = async () => {
    while (everyMs > 0 && !isOver()) {
      await new Promise((next) => setTimeout(next, everyMs));
      for (const pid of childrenOf(server.pid)) {
        Deno.kill(pid, "SIGKILL");
        outcome.kills++;
      }
    }
  };
  const watch = async () => {
    while (!isOver()) {
      await new Promise((next) => setTimeout(next, 500));
      outcome.memory.push(megabytes(server.pid));
    }
  };
  await Promise.all([
    kill(),
    watch(),
    ...Array.from(
      { length: clients },
      (_, at) => use(new McpCaller(server.url, at % 2 === 0), at),
    ),
  ]);
  const reply = await fetch(new URL("/healthz", server.url));
  assert.equal(await reply.text(), "ok\n");
  return outcome;

  async function use(caller: McpCaller, number: number): Promise<void> {
    await caller.begin();
    for (let turn = 0; !isOver(); turn++) {
      const text = `呼 ${number} ${turn}`;
      const args = { text, ms: turn % 7 === 0 ? 50 : 0 };
      const started = performance.now();
      try {
        const { content } = await caller.call("echo", args);
        assert.equal(content[0].text, text, "another's answer");
        outcome.results++;
      } catch (error) {
        assert.match((error as Error).message, CLEAR);
        outcome.errors++;
      }
      const took = performance.now() - started;
      outcome.longest = Math.max(outcome.longest, took);
    }
    await caller.close();
  }
}

function megabytes(pid: number): number {
  const status = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1000;
}
