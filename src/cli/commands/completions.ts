import type { Parsed } from "../command.ts";
import { completionScript, type Shell } from "./completion_script.ts";
import type { Io } from "../terminal/io.ts";
import { commands, type completionsCommand } from "../table.ts";

/** `docs completions`: the script that teaches a shell our commands and flags. */
export function run(
  { arguments: [shell] }: Parsed<typeof completionsCommand>,
  io: Io,
): number {
  io.stdout.write(completionScript(shell as Shell, commands));
  return 0;
}
