import { loaders } from "./src/cli/loaders.ts";
import { processIo } from "./src/cli/process_io.ts";
import { run } from "./src/cli/run.ts";

if (import.meta.main) Deno.exit(await run(Deno.args, processIo(), loaders));
