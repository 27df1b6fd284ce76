/**
 * How many calls of an echo tool our HTTP server answers in a second, against a
 * proxy in front of the same tool over stdio:
 *
 *     deno run -A tests/bench/proxy_bench.ts [--proxy mcp-proxy] [--clients 64]
 *
 * `--proxy` is the program of the PyPI package `mcp-proxy`; without it only our
 * own figure is taken. Clients and servers share the machine.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { fixture } from "../_fixture.ts";
import { listening } from "../e2e/serving.ts";
import { McpCaller } from "../soak/_mcp_caller.ts";

const { values } = parseArgs({
  options: {
    proxy: { type: "string" },
    clients: { type: "string", default: "64" },
    seconds: { type: "string", default: "10" },
  },
});
const echo = fixture("echo_server.ts");

const ours = await measure(spawn(echo.command, [...echo.args, "--http"]));
console.log(`ours: ${ours.toFixed(0)} calls a second`);
if (values.proxy) {
  const port = 18_000 + Math.floor(Math.random() * 1_000);
  const proxy = await measure(
    spawn(values.proxy, [
      ...["--port", String(port), "--host", "127.0.0.1", "--"],
      ...[echo.command, ...echo.args, "--stdio"],
    ]),
    `http://127.0.0.1:${port}/mcp`,
  );
  console.log(
    `${values.proxy}: ${proxy.toFixed(0)} calls a second; ours are ${
      (ours / proxy).toFixed(1)
    } times as many`,
  );
}

function spawn(program: string, args: string[]): Deno.ChildProcess {
  return new Deno.Command(program, {
    args,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Calls a second; every answer must be right. */
async function measure(child: Deno.ChildProcess, at?: string): Promise<number> {
  await using server = at === undefined
    ? await listening(child)
    : await begun(child, at);
  const callers = Array.from(
    { length: Number(values.clients) },
    () => new McpCaller(server.url, false),
  );
  await Promise.all(callers.map((caller) => caller.begin()));
  const seconds = Number(values.seconds);
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
  return count / seconds;
}

/** Waits for a server that does not say when it listens. */
async function begun(child: Deno.ChildProcess, url: string) {
  const output = [child.stdout.cancel(), child.stderr.cancel()];
  for (let tries = 0;; tries++) {
    try {
      await (await fetch(url)).body?.cancel();
      break;
    } catch (error) {
      if (tries > 100) throw error;
      await new Promise((next) => setTimeout(next, 100));
    }
  }
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await Promise.all([...output, child.status]);
    },
  };
}
