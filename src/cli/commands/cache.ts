import { answerCacheFile } from "../../config/cache_folder.ts";
import { loadSettings } from "../../config/load_settings.ts";
import { printable } from "../../text/visible.ts";
import type { Parsed } from "../command.ts";
import type { Io } from "../terminal/io.ts";
import type { cacheCommand } from "../table_ask.ts";

/** `docs cache clear`: removes cached answers from disk. */
export function run(
  { flags }: Parsed<typeof cacheCommand>,
  io: Io,
): number {
  loadSettings({ flags, env: io.env, cwd: io.cwd() });
  const file = answerCacheFile(io.env);
  let removed = false;
  try {
    if (file !== undefined) {
      Deno.removeSync(file);
      removed = true;
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  if (flags.json) io.stdout.json({ file: file ?? null, removed });
  else if (removed) io.stdout.line(`removed ${printable(file!)}`);
  else io.stdout.line("there was nothing to remove");
  return 0;
}
