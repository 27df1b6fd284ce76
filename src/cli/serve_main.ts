/**
 * The program where its command is `docs serve`; see `search_main.ts`. An
 * agent's client starts it and waits: in a bundle of its own it is less than half
 * of the files, which saves a sixth of the time to its greeting.
 *
 * @module
 */

import { run as serve } from "./commands/serve.ts";
import { processIo } from "./terminal/process_io.ts";
import { runProgram } from "./run.ts";

await import("./keep_compiled.ts");
Deno.exit(
  await runProgram(Deno.args, processIo(), {
    serve: () => Promise.resolve({ run: serve }),
  }),
);
