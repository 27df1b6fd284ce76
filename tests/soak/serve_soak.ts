/**
 * Puts `docs serve --http` under the load of many clients for a while: mixed
 * calls in both eras, each answer looked at, the index replaced now and then.
 *
 *     deno task soak:serve [--seconds 600] [--clients 64] [--passages 10000]
 *
 * Fails on any wrong answer, and when memory grows. `DOCS_BIN` names the
 * program, default `dist/docs`. Clients and server share the machine, so the
 * times are those of a busy one.
 *
 * @module
 */

import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { manyPages } from "../bench/_many_pages.ts";
import { docsJson } from "../e2e/program.ts";
import { type Listening, withHttp } from "../e2e/serving.ts";
import { McpCaller } from "./_mcp_caller.ts";
import { replaceByCopy, residentMegabytes } from "./_process.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "600" },
    clients: { type: "string", default: "64" },
    passages: { type: "string", default: "10000" },
  },
});
const seconds = Number(values.seconds);
const root = resolve(import.meta.dirname!, "../..");
const folder = Deno.makeTempDirSync({ prefix: "docs-serve-soak-" });
const QUERIES = ["設定ファイルの場所", "connection pool", "index file", "検索"];
const MIX = [
  ...["search_docs", "search_docs", "get_doc", "search_docs"],
  ...["answer_question", "list_docs", "search_docs", "wrong"],
];
const times: Record<string, number[]> = {};
const memory: number[] = [];

try {
  const pages = join(folder, "pages"), index = join(folder, "pages.index");
  Deno.mkdirSync(pages);
  manyPages(join(root, "corpus"), pages, Number(values.passages));
  const { passages } = await docsJson<{ passages: number }>(
    ["build", pages, "-o", index],
  );
  console.log(`${passages} passages, ${values.clients} clients`);
  const env = { LOG_LEVEL: "WARNING" };
  await withHttp(["--index", index], { env }, (server) => soak(server, index));
} finally {
  Deno.removeSync(folder, { recursive: true });
}

async function soak(server: Listening, index: string): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  const isOver = () => performance.now() >= end;
  const clients = Array.from(
    { length: Number(values.clients) },
    (_, at) => use(new McpCaller(server.url, at % 2 === 0), at, isOver),
  );
  const watch = async () => {
    const pause = Math.max(250, seconds * 5);
    for (let i = 0; !isOver(); i++) {
      await new Promise((next) => setTimeout(next, pause));
      memory.push(residentMegabytes(server.pid));
      if (i % 20 === 19) replaceByCopy(index);
    }
  };
  await Promise.all([...clients, watch()]);
  report();
}

/** One client: calls of all kinds until the time is over. */
async function use(
  caller: McpCaller,
  number: number,
  isOver: () => boolean,
): Promise<void> {
  for (let turn = number; !isOver(); turn++) {
    if (turn % 50 === number % 50) await caller.begin();
    const query = QUERIES[turn % QUERIES.length];
    const kind = caller.path === "" ? "search_docs" : MIX[turn % MIX.length];
    const started = performance.now();
    if (kind === "wrong") {
      const { isError } = await caller.call("get_doc", { path: "nowhere" });
      assert.ok(isError, "an unknown document was found");
    } else {
      const result = await caller.call(
        kind,
        kind === "get_doc"
          ? { path: caller.path }
          : kind === "list_docs"
          ? {}
          : { query },
      );
      assert.ok(!result.isError, JSON.stringify(result));
      const data = result.structuredContent;
      if (kind === "search_docs") {
        assert.equal(data.query, query);
        assert.ok(data.hits.length > 0);
        caller.path = data.hits[0].id;
      }
    }
    (times[kind] ??= []).push(performance.now() - started);
  }
  await caller.close();
}

function report(): void {
  let all = 0;
  for (const [kind, list] of Object.entries(times).sort()) {
    list.sort((a, b) => a - b);
    all += list.length;
    const at = (share: number) => list[Math.floor(list.length * share)];
    console.log(
      `${kind.padEnd(16)} ${String(list.length).padStart(7)} calls   p50 ${
        at(0.5).toFixed(1)
      } ms   p99 ${at(0.99).toFixed(1)} ms   most ${
        at(1 - 1e-9).toFixed(1)
      } ms`,
    );
  }
  console.log(`${(all / seconds).toFixed(0)} calls a second, none wrong`);
  const step = Math.max(1, Math.ceil(memory.length / 12));
  const course = memory.filter((_, at) => at % step === 0)
    .map((megabytes) => megabytes.toFixed(0));
  console.log(`memory over time, MB: ${course.join(" ")}`);
  const quarter = Math.max(1, Math.floor(memory.length / 4));
  const middle = (list: number[]) =>
    list.toSorted((a, b) => a - b)[list.length >> 1];
  const early = middle(memory.slice(quarter, 2 * quarter));
  const late = middle(memory.slice(-quarter));
  console.log(
    `memory: ${early.toFixed(0)} MB in the second quarter, ${
      late.toFixed(0)
    } MB in the last, ${Math.max(...memory).toFixed(0)} MB at most`,
  );
  // What the process has rises in a few steps of up to 20 MB, while its heap
  // stays as it is; a leak would go on. `soak:heap` looks into the heap. A short
  // run has caches that still fill.
  const limit = seconds < 120 ? 1.5 : 1.1;
  assert.ok(late < early * limit + 5, "memory grows");
}
