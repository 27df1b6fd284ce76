/**
 * The program from source, which for each line on stdin says on stderr what its
 * heap holds when all garbage has been collected. Needs `--expose-gc`.
 *
 * @module
 */

import { loaders } from "../../src/cli/loaders.ts";
import { processIo } from "../../src/cli/terminal/process_io.ts";
import { runProgram } from "../../src/cli/run.ts";

const { gc } = globalThis as unknown as {
  gc(options: { type: "major" }): void;
};

async function watch(): Promise<void> {
  const line = new Uint8Array(64);
  while (await Deno.stdin.read(line) !== null) {
    // What the first one frees may hold on to more.
    for (let i = 0; i < 3; i++) {
      gc({ type: "major" });
      await new Promise((next) => setTimeout(next, 10));
    }
    const { heapUsed, external } = Deno.memoryUsage();
    console.error(`heap ${heapUsed} external ${external}`);
  }
}

void watch();
Deno.exit(await runProgram(Deno.args, processIo(), loaders));
