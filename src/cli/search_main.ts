/**
 * The program where its command is `docs search`. The self-extracting form
 * starts this module for that command: bundled by itself it is one file, and not
 * eight that share their parts with other commands, which saves a search 1 ms.
 *
 * It has to load something dynamically on the way, as it does for the embedder:
 * only then `deno run` has a chance to keep the compiled code of what it loaded
 * before.
 *
 * @module
 */

import * as search from "./commands/search.ts";
import { processIo } from "./process_io.ts";
import { run } from "./run.ts";

Deno.exit(
  await run(Deno.args, processIo(), { search: () => Promise.resolve(search) }),
);
