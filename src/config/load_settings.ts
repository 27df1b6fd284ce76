import { UserError } from "../user_error.ts";
import {
  type ConfigFile,
  readConfigFile,
  userConfigPath,
} from "./config_file.ts";
import { parseEnvFile } from "./parse_env_file.ts";
import { resolvePath } from "../files/paths.ts";
import { readTextFile } from "../files/read_text_file.ts";
import { resolveSettings, type Settings } from "./settings.ts";

/** The process's environment; an injected one in tests. */
export interface MutableEnvironment {
  get(name: string): string | undefined;
  /** Sets a variable for the rest of the run, for modules that read it themselves. */
  set(name: string, value: string): void;
}

/** Where to load settings from. */
export interface LoadInputs {
  /** Flags by name; `config` and `env-file` name files, the others are settings. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly env: MutableEnvironment;
  /** Current folder, absolute. */
  readonly cwd: string;
}

/**
 * Loads the settings: the variables of `--env-file` where not yet set, then
 * `--config` or the user's `docs.config.json`, then everything put together.
 * Reads no other file, so it costs one failed open where there are none.
 *
 * @throws {UserError} naming what is missing or wrong
 */
export function loadSettings({ flags, env, cwd }: LoadInputs): Settings {
  const files = applyEnvFile({ flags, env, cwd });
  return resolveSettings({
    flags,
    cwd,
    config: findConfigFile({ flags, env, cwd }),
    env: {
      get: (name) => env.get(name),
      file: (name) => files.get(name),
    },
  });
}

/**
 * The file that `--config` names, or the user's own; never one of the current
 * folder.
 *
 * @throws {UserError} when `--config` names none, or the file is wrong
 */
export function findConfigFile(
  { flags, env, cwd }: LoadInputs,
): ConfigFile | undefined {
  if (typeof flags.config !== "string") {
    const path = userConfigPath(env);
    return path === undefined ? undefined : readConfigFile(path);
  }
  const path = resolvePath(cwd, flags.config);
  const config = readConfigFile(path);
  if (!config) throw missing(path, "--config");
  return config;
}

/** Sets the variables of `--env-file`. @returns the file by variable */
function applyEnvFile({ flags, env, cwd }: LoadInputs): Map<string, string> {
  const files = new Map<string, string>();
  if (typeof flags["env-file"] === "string") {
    const path = resolvePath(cwd, flags["env-file"]);
    for (
      const [name, value] of parseEnvFile(needText(path, "--env-file"), path)
    ) {
      if (env.get(name)) continue; // an empty variable counts as not set
      env.set(name, value);
      files.set(name, path);
    }
  }
  return files;
}

function needText(path: string, flag: string): string {
  const text = readTextFile(path);
  if (text === undefined) throw missing(path, flag);
  return text;
}

function missing(path: string, flag: string): UserError {
  return new UserError(
    `there is no file ${path} (${flag})`,
    `Check the path after ${flag}.`,
  );
}
