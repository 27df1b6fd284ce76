import type { AppContext } from "../app/app_context.ts";
import { loadSettings } from "../config/load_settings.ts";
import type { Settings } from "../config/settings.ts";
import { commandLog } from "./command_log.ts";
import type { Io } from "./terminal/io.ts";
import type { Writer } from "./terminal/writer.ts";

/**
 * Loads the settings of a command and makes the context that it passes to
 * `src/app`.
 *
 * @param flags of the command: `index`, `config`, `env-file` and settings
 * @param stderr where messages are written
 * @throws {UserError} naming a setting or file that is wrong
 */
export function commandContext(
  flags: Readonly<Record<string, unknown>>,
  io: Io,
  stderr: Pick<Writer, "line"> = io.stderr,
): { settings: Settings; context: AppContext } {
  const { env } = io;
  const cwd = io.cwd();
  const settings = loadSettings({ flags, env, cwd });
  const log = commandLog(stderr, settings.logLevel.value);
  const announce = (sentence: string) => log.info(sentence);
  return { settings, context: { env, cwd, log, announce } };
}
