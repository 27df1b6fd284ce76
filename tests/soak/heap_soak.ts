/**
 * Looks for what `docs serve --http` does not let go of: one kind of request at
 * a time, many thousand of it, and what the heap holds after each round when
 * all garbage has been collected.
 *
 *     deno task soak:heap [--calls 4000] [--rounds 6] [--kind NAME]
 *
 * The memory of the process is shown beside it, but not judged: V8 and the
 * allocator keep pages that they have had.
 *
 * @module
 */

import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ABORT_FLAG, RUN_V8_FLAGS } from "../../src/artifact/v8_flags.ts";
import { denoRun } from "../_fixture.ts";
import { manyPages } from "../bench/_many_pages.ts";
import { docsJson } from "../e2e/program.ts";
import { listening } from "../e2e/serving.ts";
import { McpCaller } from "./_mcp_caller.ts";
import { replaceByCopy, residentMegabytes } from "./_process.ts";

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "4000" },
    rounds: { type: "string", default: "6" },
    kind: { type: "string" },
  },
});
const CLIENTS = 16;
const root = resolve(import.meta.dirname!, "../..");

/** One kind of request. */
interface Kind {
  stateless: boolean;
  /** How many fewer there are of it than of others. */
  rarer?: number;
  /** Bytes that each may leave behind. */
  most: number;
  ask(caller: McpCaller): Promise<unknown>;
}

const folder = Deno.makeTempDirSync({ prefix: "docs-heap-soak-" });
const index = join(folder, "pages.index");
const search = { query: "connection pool" };
const kinds: Record<string, Kind> = {
  stateless: {
    stateless: true,
    most: 20,
    ask: (caller) => caller.call("search_docs", search),
  },
  session: {
    stateless: false,
    most: 20,
    ask: (caller) => caller.call("search_docs", search),
  },
  "stateless stream": {
    stateless: true,
    most: 20,
    ask: (caller) => caller.call("list_docs", {}, { progressToken: 1 }),
  },
  "session stream": {
    stateless: false,
    most: 20,
    ask: (caller) => caller.call("list_docs", {}, { progressToken: 1 }),
  },
  "new session": {
    stateless: false,
    most: 20,
    ask: (caller) => caller.begin(),
  },
  "new index": {
    stateless: true,
    rarer: 50,
    most: 2_000,
    ask(caller) {
      replaceByCopy(index);
      return caller.call("search_docs", search);
    },
  },
};

try {
  const pages = join(folder, "pages");
  Deno.mkdirSync(pages);
  manyPages(join(root, "corpus"), pages, 1_000);
  await docsJson(["build", pages, "-o", index]);
  for (const [name, kind] of Object.entries(kinds)) {
    if (values.kind === undefined || values.kind === name) {
      await soak(name, kind);
    }
  }
} finally {
  Deno.removeSync(folder, { recursive: true });
}

async function soak(name: string, kind: Kind): Promise<void> {
  const calls = Math.ceil(Number(values.calls) / (kind.rarer ?? 1));
  const { command, args } = denoRun(
    "tests/soak/watched_docs.ts",
    ["serve", "--http", "127.0.0.1:0", "--index", index],
    [ABORT_FLAG, RUN_V8_FLAGS],
  );
  const child = new Deno.Command(command, {
    args,
    env: { LOG_LEVEL: "WARNING" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  await using server = await listening(child);
  const writer = child.stdin.getWriter();
  const heap = async () => {
    const before = server.said().length;
    await writer.write(new Uint8Array([10]));
    for (;;) {
      const [, used] = /heap (\d+)/.exec(server.said().slice(before)) ?? [];
      if (used) return Number(used);
      await new Promise((next) => setTimeout(next, 10));
    }
  };
  const clients = Array.from(
    { length: kind.rarer ? 1 : CLIENTS },
    () => new McpCaller(server.url, kind.stateless),
  );
  const heaps: number[] = [], resident: number[] = [];
  for (const client of clients) await client.begin();
  for (let round = 0; round < Number(values.rounds); round++) {
    let left = calls;
    await Promise.all(clients.map(async (client) => {
      while (left-- > 0) await kind.ask(client);
    }));
    heaps.push(await heap());
    resident.push(residentMegabytes(server.pid));
  }
  for (const client of clients) await client.close();
  writer.releaseLock();
  // In the first rounds tables and caches fill, and code is compiled.
  const from = heaps.length >> 1;
  const each = (heaps.at(-1)! - heaps[from - 1]) /
    (calls * (heaps.length - from));
  console.log(
    `${name.padEnd(17)} ${calls} a round; heap, MB: ${
      heaps.map((it) => (it / 1e6).toFixed(2)).join(" ")
    }; ${each.toFixed(0)} bytes each; resident, MB: ${
      resident.map((it) => it.toFixed(0)).join(" ")
    }`,
  );
  assert.ok(each < kind.most, `${name} leaves ${each.toFixed(0)} bytes behind`);
}
