import { status } from "../../app/status.ts";
import { describeSettings } from "../../config/settings.ts";
import { loadUpstreams } from "../../upstream/load_upstreams.ts";
import { UserError } from "../../user_error.ts";
import type { Parsed } from "../command.ts";
import { commandContext } from "../command_context.ts";
import type { statusCommand } from "../table.ts";
import { interruptible } from "../terminal/interruptible.ts";
import type { Io } from "../terminal/io.ts";
import { statusText } from "./status_output.ts";

/** `docs status`: which index, why that one, and whether it can be trusted. */
export async function run(
  { flags }: Parsed<typeof statusCommand>,
  io: Io,
): Promise<number> {
  const { settings: loaded, context } = commandContext(flags, io);
  const { report, settings } = await status(loaded, context);
  const described = describeSettings(settings);
  const upstreams = loadUpstreams({ flags, env: io.env, cwd: context.cwd });
  if (upstreams.length > 0) {
    const { upstreamReports } = await import("../../app/upstream_status.ts");
    report.upstreams = await interruptible(io, (signal) =>
      upstreamReports(
        upstreams,
        settings.offline.value,
        settings.logLevel.value,
        (line) => io.stderr.line(`docs: ${line}`),
        signal,
      ));
  }
  if (flags.json) {
    report.settings = described.map(({ name, value, origin }) => ({
      name,
      value,
      origin,
    }));
    io.stdout.json(report);
  } else {
    io.stdout.write(statusText(report, described));
  }
  const { error } = report;
  if (error !== null) {
    throw new UserError(error.message, error.hint ?? undefined);
  }
  return 0;
}
