/**
 * The program where its command is `docs search`. The self-extracting form
 * starts this module for that command: bundled by itself it is three files, and
 * not ten that share their parts with other commands, which saves a search 1 ms.
 *
 * @module
 */

import { run as search } from "./commands/search.ts";
import { processIo } from "./terminal/process_io.ts";
import { runProgram } from "./run.ts";

await import("./keep_compiled.ts");
Deno.exit(
  await runProgram(Deno.args, processIo(), {
    search: () => Promise.resolve({ run: search }),
  }),
);
