/**
 * Runs a command line: finds the command, loads it, and turns what it throws
 * into a message and an exit code.
 *
 * @module
 */

import { UserError } from "../user_error.ts";
import { didYouMean } from "../text/did_you_mean.ts";
import { commandHelp, overview } from "./help.ts";
import { Interrupted } from "./terminal/interrupted.ts";
import type { Io } from "./terminal/io.ts";
import type { Loaders } from "./loaders.ts";
import { parse } from "./parse.ts";
import { commands } from "./table.ts";
import { ReaderGone } from "./terminal/writer.ts";

/**
 * Runs the program.
 *
 * @param argv arguments, without the program's name
 * @param loaders of the commands that this program holds
 * @returns exit code: 0 found or done, 1 nothing found, 2 wrong use or failure
 */
export async function runProgram(
  argv: readonly string[],
  io: Io,
  loaders: Partial<Loaders>,
): Promise<number> {
  const progress: Progress = { stage: "parsing" };
  try {
    return await dispatch(argv, io, loaders, progress);
  } catch (error) {
    const end = argv.indexOf("--");
    const flags = argv.slice(1, end < 0 ? undefined : end);
    return await report(error, io, flags.includes("--json"), progress.stage);
  }
}

/** How far a command line has come. */
interface Progress {
  stage: "parsing" | "running";
}

async function dispatch(
  argv: readonly string[],
  io: Io,
  loaders: Partial<Loaders>,
  progress: Progress,
): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === "--help" || name === "-h") {
    return help(undefined, io);
  }
  if (name === "help") {
    return help(rest[0] === "help" ? undefined : rest[0], io);
  }
  if (name === "--version" || name === "-V") {
    return await dispatch(["version", ...rest], io, loaders, progress);
  }
  const command = commands.find((command) => command.name === name);
  if (!command) throw unknownCommand(name);
  const parsed = parse(command, rest);
  if (parsed === "help") return help(name, io);
  const load = loaders[command.name];
  if (!load) throw new Error(`this program does not hold docs ${name}`);
  const { run } = await load();
  progress.stage = "running";
  return await run(parsed, io);
}

function help(name: string | undefined, io: Io): number {
  const command = commands.find((command) => command.name === name);
  if (name !== undefined && !command) throw unknownCommand(name);
  const columns = Math.min(io.stdout.isTerminal ? io.stdout.columns : 80, 100);
  io.stdout.write(command ? commandHelp(command, columns) : overview(columns));
  return 0;
}

function unknownCommand(name: string): UserError {
  const names = commands.map((command) => command.name);
  if (name.startsWith("-")) {
    return new UserError(
      `there is no flag ${name} before a command`,
      "Flags follow the command: docs COMMAND [FLAGS]. See docs --help.",
    );
  }
  const meant = didYouMean(name, names);
  return new UserError(
    `there is no command ${JSON.stringify(name)}`,
    meant
      ? `Did you mean docs ${meant}?`
      : `Commands: ${names.join(", ")}, help.`,
  );
}

/**
 * Says what went wrong on stderr, and with `--json` on stdout, too, unless the
 * command has written its own object; gives the exit code for it.
 */
async function report(
  error: unknown,
  io: Io,
  json: boolean,
  stage: Progress["stage"],
): Promise<number> {
  if (error instanceof ReaderGone) return 0;
  if (error instanceof Interrupted) return error.exitCode;
  const { errorJson, isSystemError } = await import("./error_json.ts");
  if (json && io.stdout.isUnused) {
    io.stdout.json({ error: errorJson(error, stage) });
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UserError) {
    io.stderr.line(`docs: ${message}`);
    if (error.next) io.stderr.line(error.next);
  } else if (isSystemError(error)) {
    io.stderr.line(`docs: ${message}`);
  } else {
    io.stderr.line(
      `docs: internal error: ${message} (set LOG_LEVEL=DEBUG for the stack)`,
    );
  }
  const level = io.env.get("DOCS_LOG_LEVEL") || io.env.get("LOG_LEVEL");
  if (level?.toUpperCase() === "DEBUG" && error instanceof Error) {
    io.stderr.line(error.stack ?? "");
  }
  return 2;
}
