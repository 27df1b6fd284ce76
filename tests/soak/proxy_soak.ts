/**
 * Puts `docs proxy` under load while its server is killed again and again:
 *
 *     deno task soak:proxy [--seconds 300] [--clients 32] [--kill-every 2000]
 *
 * Fails on any answer that is another's, on an error that does not say what
 * happened, on a call that outlives its limit, and when memory grows.
 * `--kill-every 0` lets the server live. `DOCS_BIN` names the program, default
 * `dist/docs`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { parseArgs } from "node:util";
import { proxyLoad } from "./_proxy_load.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "300" },
    clients: { type: "string", default: "32" },
    "kill-every": { type: "string", default: "2000" },
  },
});
const seconds = Number(values.seconds);
const { results, errors, kills, longest, memory } = await proxyLoad(
  seconds,
  Number(values.clients),
  Number(values["kill-every"]),
);
console.log(
  `${results} results (${
    (results / seconds).toFixed(0)
  } a second) and ${errors} clear errors, none crossed, in ${kills} kills; the longest call took ${
    longest.toFixed(0)
  } ms`,
);
const quarter = Math.max(1, Math.floor(memory.length / 4));
const middle = (list: number[]) =>
  list.toSorted((a, b) => a - b)[list.length >> 1];
const early = middle(memory.slice(quarter, 2 * quarter));
const late = middle(memory.slice(-quarter));
console.log(
  `memory: ${early.toFixed(0)} MB in the second quarter, ${
    late.toFixed(0)
  } MB in the last`,
);
assert.ok(late < early * (seconds < 120 ? 1.5 : 1.1) + 5, "memory grows");
