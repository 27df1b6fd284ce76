/**
 * `docs proxy` against a bare handler of the same SDK, and against other
 * proxies, in front of the same server over stdio:
 *
 *     deno run -A tests/bench/docs_proxy_bench.ts [--seconds 5] [--clients 1,16,64]
 *       [--docs dist/docs] [--pypi mcp-proxy] [--npm mcp-proxy]
 *
 * `--pypi` and `--npm` are the programs of the packages named `mcp-proxy`. Every
 * answer is looked at. Clients, proxy and server share the machine; CPU time is
 * that of the proxy's process alone.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { ABORT_FLAG, RUN_V8_FLAGS } from "../../src/artifact/v8_flags.ts";
import { denoRun } from "../_fixture.ts";
import { McpCaller } from "../soak/_mcp_caller.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    clients: { type: "string", default: "1,16,64" },
    docs: { type: "string" },
    pypi: { type: "string" },
    npm: { type: "string" },
    era: { type: "string", default: "2025-11-25" },
  },
});
/** The command line of a module. */
function line(module: string, args: string[] = [], flags: string[] = []) {
  const program = denoRun(module, args, flags);
  return [program.command, ...program.args];
}
/** As a program made by `deno task compile` is run. */
const COMPILED = [RUN_V8_FLAGS, ABORT_FLAG];
const child = line("tests/fixtures/faulty_upstream_server.ts");
const port = () => 18_000 + Math.floor(Math.random() * 10_000);
const docs = values.docs ? [values.docs] : line("main.ts", [], COMPILED);

const candidates: Record<string, (port: number) => string[]> = {
  "bare handler": (port) =>
    line(
      "tests/fixtures/echo_server.ts",
      ["--http", String(port)],
      COMPILED,
    ),
  "docs proxy": (port) => [
    ...[...docs, "proxy", "--port", String(port), "--max-result-chars", "0"],
    ...["--", ...child],
  ],
};
if (values.pypi) {
  candidates["mcp-proxy (PyPI)"] = (port) => [
    ...[values.pypi!, "--port", String(port), "--transport", "streamablehttp"],
    ...["--", ...child],
  ];
}
if (values.npm) {
  candidates["mcp-proxy (npm)"] = (port) => [
    ...[values.npm!, "--port", String(port), "--server", "stream"],
    ...["--", ...child],
  ];
}

console.log("calls a second (CPU ms a call) at clients; memory MB idle, then");
for (const [name, command] of Object.entries(candidates)) {
  console.log(`${name.padEnd(18)} ${await measured(command)}`);
}

async function measured(command: (port: number) => string[]) {
  const at = port();
  const [program, ...args] = command(at);
  const process = new Deno.Command(program, {
    args,
    env: { LOG_LEVEL: "WARNING", NODE_ENV: "production" },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const url = `http://127.0.0.1:${at}/mcp`;
  try {
    await answers(url);
    await load(url, 1, 1);
    const memory = [megabytes(process.pid)];
    const shown: string[] = [];
    for (const clients of values.clients.split(",").map(Number)) {
      const before = cpu(process.pid);
      const calls = await load(url, clients, Number(values.seconds));
      const ms = (cpu(process.pid) - before) / calls;
      const rate = calls / Number(values.seconds);
      shown.push(`${rate.toFixed(0).padStart(5)} (${ms.toFixed(2)})`);
      memory.push(megabytes(process.pid));
    }
    return `${shown.join("  ")}   ${
      memory.map((it) => it.toFixed(0)).join(" ")
    }`;
  } finally {
    process.kill();
    await process.status;
  }
}

/** Calls for a while; every answer must be the caller's own. */
async function load(url: string, clients: number, seconds: number) {
  const modern = values.era !== "2025-11-25";
  const callers = Array.from(
    { length: clients },
    () => new McpCaller(url, modern),
  );
  await Promise.all(callers.map((caller) => caller.begin()));
  const end = performance.now() + seconds * 1_000;
  let count = 0;
  await Promise.all(callers.map(async (caller, at) => {
    for (let turn = 0; performance.now() < end; turn++) {
      const text = `こんにちは ${at} ${turn}`;
      const { content } = await caller.call("echo", { text });
      if (content[0].text !== text) throw new Error("another's answer");
      count++;
    }
    await caller.close();
  }));
  return count;
}

async function answers(url: string): Promise<void> {
  for (let tries = 0;; tries++) {
    const caller = new McpCaller(url, false);
    try {
      await caller.begin();
      await caller.call("echo", { text: "" });
      return;
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((next) => setTimeout(next, 100));
    } finally {
      await caller.close().catch(() => {});
    }
  }
}

/** In ms, of the process alone; the kernel counts hundredths of a second. */
function cpu(pid: number): number {
  const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function megabytes(pid: number): number {
  const status = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1000;
}
