import { verifyCarried } from "../../artifact/verify_carried.ts";
import { loadSettings } from "../../config/load_settings.ts";
import { describeSettings, type Settings } from "../../config/settings.ts";
import { UserError } from "../../user_error.ts";
import type { Parsed } from "../command.ts";
import { interruptible } from "../interruptible.ts";
import type { Io } from "../io.ts";
import { Logger } from "../logger.ts";
import { openWith } from "../open_located_index.ts";
import { staleness } from "../staleness.ts";
import { type Status, statusText } from "../status_output.ts";
import type { statusCommand } from "../table.ts";
import { loadUpstreams } from "../../upstream/load_upstreams.ts";

/** `docs status`: which index, why that one, and whether it can be trusted. */
export async function run(
  { flags }: Parsed<typeof statusCommand>,
  io: Io,
): Promise<number> {
  const cwd = io.cwd();
  const loaded = loadSettings({ flags, env: io.env, cwd });
  const { status, settings, next } = await examine(loaded, cwd, io);
  const described = describeSettings(settings);
  const upstreams = loadUpstreams({ flags, env: io.env, cwd });
  if (upstreams.length > 0) {
    const { upstreamReports } = await import("../upstream_status.ts");
    status.upstreams = await interruptible(io, (signal) =>
      upstreamReports(
        upstreams,
        settings.offline.value,
        settings.logLevel.value,
        (line) => io.stderr.line(`docs: ${line}`),
        signal,
      ));
  }
  if (flags.json) {
    status.settings = described.map(({ name, value, origin }) => ({
      name,
      value,
      origin,
    }));
    io.stdout.json(status);
  } else {
    io.stdout.write(statusText(status, described));
  }
  if (status.error !== null) throw new UserError(status.error, next);
  return 0;
}

async function examine(loaded: Settings, cwd: string, io: Io) {
  const program = verifyCarried();
  const status: Status = {
    index: null,
    intact: program.every(({ ok }) => ok),
    error: null,
    parts: [],
    program,
    files: null,
    upstreams: [],
    settings: [],
  };
  let settings = loaded;
  let next: string | undefined;
  try {
    using opened = openWith(
      loaded,
      cwd,
      new Logger(io.stderr, loaded.logLevel.value),
    );
    const { index, from } = opened;
    settings = opened.settings;
    status.index = { path: index.path, from, info: index.info };
    status.parts = index.verify();
    if (status.parts.every(({ ok }) => ok)) {
      status.files = await staleness(index);
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    status.intact = false;
    status.error = error.message;
    next = error.next;
  }
  const damaged = [...status.parts, ...program]
    .filter(({ ok }) => !ok).map(({ part }) => part);
  if (damaged.length > 0) {
    status.intact = false;
    status.error ??= `damaged: ${damaged.join(", ")}`;
    next ??= status.parts.every(({ ok }) => ok)
      ? "Get this program again."
      : "Build the index again: docs build FOLDER -o FILE";
  }
  return { status, settings, next };
}
