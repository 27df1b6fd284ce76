import type { Tool } from "@modelcontextprotocol/client";
import { loadSettings } from "../../config/load_settings.ts";
import { Log } from "../../log.ts";
import { advice } from "../../probe/advice.ts";
import { type CallArguments, hasArgument, plan } from "../../probe/plan.ts";
import { probe, uncapped } from "../../probe/probe.ts";
import { gaveData, type Report, report } from "../../probe/report.ts";
import { parseVary } from "../../probe/vary.ts";
import { visible } from "../../text/visible.ts";
import { Upstream } from "../../upstream/upstream.ts";
import { UserError } from "../../user_error.ts";
import { interruptible } from "../terminal/interruptible.ts";
import type { Io } from "../terminal/io.ts";
import { probeCommandLine } from "./probe_command_line.ts";
import { probeLines } from "./probe_output.ts";
import {
  probeArguments,
  type ProbeParsed,
  probeTarget,
} from "./probe_target.ts";
import { ProgressLine } from "../terminal/progress.ts";
import { styleFor } from "../terminal/style.ts";
import { unlessAborted } from "../../unless_aborted.ts";

/** What to do when a server does not work. */
const LOOK_CLOSER = "LOG_LEVEL=DEBUG shows everything that the server says.";

/** Columns of the table where there is no terminal. */
const WIDTH = 120;

/** `docs probe`: what the tools of another MCP server answer. */
export async function run(parsed: ProbeParsed, io: Io): Promise<number> {
  const { flags } = parsed;
  const settings = loadSettings({ flags, env: io.env, cwd: io.cwd() });
  const config = probeTarget(parsed, io);
  const planOptions = {
    tools: flags.tool ?? [],
    all: flags.all ?? false,
    args: flags.args === undefined
      ? new Map<string, CallArguments[]>()
      : probeArguments(flags.args, io.cwd()),
    varies: (flags.vary ?? []).map(parseVary),
  };
  const { level, value } = settings.logLevel;
  // What goes wrong in a call is in the report. Unless more is wanted, the log
  // is only shown to say why there is no report.
  const kept: string[] = [];
  const log = level === "default"
    ? new Log((line) => kept.push(line), "WARNING")
    : new Log((line) => io.stderr.line(line), value);
  const progress = new ProgressLine(io.stderr);
  const upstream = new Upstream(uncapped(config), log, { answers: true });
  let found: Report;
  try {
    found = await interruptible(io, async (signal) => {
      const tools = await started(upstream, signal);
      const planned = plan(tools, planOptions);
      const total = planned.reduce((sum, { calls }) => sum + calls.length, 0);
      let begun = 0;
      const calls = await probe(upstream, planned, {
        signal,
        maxResultChars: config.maxResultChars,
        onCall: (tool, args) => {
          begun++;
          progress.update(() =>
            visible(`${begun}/${total} ${tool} ${JSON.stringify(args)}`)
          );
        },
      });
      const line = (tool: Tool) =>
        probeCommandLine(
          parsed,
          tool.name,
          planOptions.varies.map(({ name }) => hasArgument(tool, name)),
        );
      return report(config.name, upstream.about, planned, calls, line);
    });
  } catch (error) {
    progress.clear();
    if (upstream.about === undefined) kept.forEach((it) => io.stderr.line(it));
    throw error;
  } finally {
    progress.clear();
    await upstream.close();
  }
  if (flags.json) io.stdout.json(found);
  else {
    const style = styleFor(io.stdout, settings, io);
    const columns = io.stdout.isTerminal ? io.stdout.columns : WIDTH;
    for (
      const line of probeLines(found, advice(found, config), style, columns)
    ) {
      io.stdout.line(line);
    }
  }
  return gaveData(found) ? 0 : 1;
}

/** The tools of the server, once it is there. */
async function started(
  upstream: Upstream,
  signal: AbortSignal,
): Promise<Tool[]> {
  await unlessAborted(upstream.start(), signal);
  const { state, reason } = upstream.status;
  if (state !== "ready") {
    throw new UserError(
      `${upstream.name} cannot be used: ${reason ?? `it is ${state}`}`,
      LOOK_CLOSER,
    );
  }
  try {
    return await upstream.tools();
  } catch (error) {
    throw new UserError(
      `${upstream.name} does not tell its tools: ${(error as Error).message}`,
      LOOK_CLOSER,
    );
  }
}
