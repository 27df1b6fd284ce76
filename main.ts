import { loaders } from "./src/cli/loaders.ts";
import { processIo } from "./src/cli/terminal/process_io.ts";
import { runProgram } from "./src/cli/run.ts";

if (import.meta.main) {
  Deno.exit(await runProgram(Deno.args, processIo(), loaders));
}
