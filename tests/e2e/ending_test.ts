/**
 * Commands that start other programs and are stopped while those do not
 * answer: none of them, nor what they have started, is left behind.
 *
 * @module
 */

import assert from "node:assert/strict";
import { join } from "node:path";
import { childrenOf } from "../soak/_children.ts";
import { spawnDocs, withFiles } from "./program.ts";

/** Never greets, has started another, and takes no notice of its stdin. */
const SILENT = {
  command: "/bin/sh",
  args: ["-c", "sleep 600 & exec sleep 600"],
};
const COMMANDS = [
  ["status"],
  ["probe", "silent"],
  ["proxy", "--port", "0"],
];

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  for (const [command, ...args] of COMMANDS) {
    Deno.test(`docs ${command} that is stopped by ${signal} leaves no server behind`, () =>
      withFiles(
        { "docs.json": JSON.stringify({ upstreams: { silent: SILENT } }) },
        async (folder) => {
          const config = join(folder, "docs.json");
          const child = spawnDocs([command, "--config", config, ...args]);
          const output = child.output();
          const started = await until(() =>
            // The program, and the one that it has started.
            childrenOf(child.pid).flatMap((pid) => {
              const more = childrenOf(pid);
              return more.length > 0 ? [pid, ...more] : [];
            })
          );
          child.kill(signal);
          const { code } = await output;
          await child.stdin.close().catch(() => {});
          const interrupted = signal === "SIGINT" ? 130 : 143;
          assert.equal(code, command === "proxy" ? 0 : interrupted);
          assert.deepEqual(started.filter(lives), []);
        },
      ));
  }
}

async function until(found: () => number[]): Promise<number[]> {
  for (let tries = 0; tries < 400; tries++) {
    const pids = found();
    if (pids.length > 0) return pids;
    await new Promise((next) => setTimeout(next, 25));
  }
  throw new Error("no server was started");
}

/** A process that has ended and was not waited for does not count. */
function lives(pid: number): boolean {
  try {
    return !/\) Z /.test(Deno.readTextFileSync(`/proc/${pid}/stat`));
  } catch {
    return false;
  }
}
