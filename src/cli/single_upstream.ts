import { baseName } from "../files/paths.ts";
import {
  type Address,
  DEFAULTS,
  type Program,
  type UpstreamConfig,
} from "../upstream/config.ts";
import { UserError } from "../user_error.ts";
import type { MutableEnvironment } from "../config/load_settings.ts";

/** The values of `upstreamFlags`. */
export interface UpstreamFlags {
  readonly "pass-environment"?: boolean;
  readonly env?: string[];
  readonly force?: string[];
  readonly drop?: string[];
  readonly "max-result-chars"?: number;
  readonly "max-concurrency"?: number;
  readonly timeout?: number;
}

/**
 * The one upstream that a command line describes, named for its program.
 *
 * @param command the program and its arguments
 * @throws {UserError} for a flag that is not NAME=VALUE
 */
export function singleUpstream(
  [command = "", ...args]: readonly string[],
  flags: UpstreamFlags,
  variables: Pick<MutableEnvironment, "get">,
): UpstreamConfig {
  return withUpstreamFlags(
    {
      ...DEFAULTS,
      name: nameOf(command),
      connection: { command, args, env: {}, passEnvironment: [] },
    },
    flags,
    variables,
  );
}

/**
 * A configuration with what the flags say, beside what it says or over it.
 *
 * @throws {UserError} for a flag that is not NAME=VALUE, or that is for a
 *   program where there is an address
 */
export function withUpstreamFlags(
  config: UpstreamConfig,
  flags: UpstreamFlags,
  variables: Pick<MutableEnvironment, "get">,
): UpstreamConfig {
  const { connection } = config;
  return {
    ...config,
    connection: "url" in connection
      ? addressOnly(connection, flags)
      : programWith(connection, flags, variables),
    force: { ...config.force, ...forced(flags.force ?? []) },
    drop: [...config.drop, ...flags.drop ?? []],
    maxResultChars: flags["max-result-chars"] ?? config.maxResultChars,
    maxConcurrency: flags["max-concurrency"] ?? config.maxConcurrency,
    timeoutMs: flags.timeout ?? config.timeoutMs,
  };
}

function programWith(
  program: Program,
  flags: UpstreamFlags,
  variables: Pick<MutableEnvironment, "get">,
): Program {
  const env = { ...program.env };
  for (const text of flags.env ?? []) {
    const { name, value } = pairOf(text);
    const found = value ?? variables.get(name);
    if (name === "" || found === undefined) {
      throw new UserError(
        // What was typed may be the value itself, which is not repeated.
        "--env must be NAME=VALUE or the name of a variable that is set",
        "Set the variable, or give its value: --env NAME=VALUE",
      );
    }
    env[name] = found;
  }
  const all = flags["pass-environment"] ?? false;
  return { ...program, env, passEnvironment: all || program.passEnvironment };
}

function addressOnly(address: Address, flags: UpstreamFlags): Address {
  for (const name of ["env", "pass-environment"] as const) {
    if (flags[name] === undefined) continue;
    throw new UserError(
      `--${name} is for a server that is started, not for an address`,
      "Remove it; headers are set in docs.config.json.",
    );
  }
  return address;
}

function forced(texts: readonly string[]): Record<string, unknown> {
  const force: Record<string, unknown> = {};
  for (const text of texts) {
    const { name, value } = pairOf(text);
    if (name === "" || value === undefined) {
      throw new UserError(
        `--force must be NAME=JSON, not ${JSON.stringify(text)}`,
        "Such as --force save_file=false.",
      );
    }
    force[name] = jsonOrText(value);
  }
  return force;
}

/** A text needs no quotes. */
function jsonOrText(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function pairOf(text: string): { name: string; value?: string } {
  const cut = text.indexOf("=");
  return cut < 0
    ? { name: text }
    : { name: text.slice(0, cut), value: text.slice(cut + 1) };
}

function nameOf(command: string): string {
  const name = baseName(command).replace(/\.[^.]*$/, "");
  return name.replace(/[^A-Za-z0-9_-]/g, "-") || "server";
}
