import { planUpdate } from "../../app/update_plan.ts";
import type { Parsed } from "../command.ts";
import { commandContext } from "../command_context.ts";
import type { updateCommand } from "../table.ts";
import type { Io } from "../terminal/io.ts";
import { ProgressLine } from "../terminal/progress.ts";
import { buildAndReport } from "./build.ts";

/** `docs update`: builds an index again as it was built. */
export async function run(
  { flags }: Parsed<typeof updateCommand>,
  io: Io,
): Promise<number> {
  const progress = new ProgressLine(io.stderr);
  const { settings, context } = commandContext(flags, io, progress);
  const plan = planUpdate(settings, context);
  const strict = flags.strict ?? false;
  await buildAndReport({ ...plan, strict }, context, io, progress, flags.json);
  return 0;
}
