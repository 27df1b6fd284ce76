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

/** The process's environment variables; tests inject their own. */
export interface MutableEnvironment {
  get(name: string): string | undefined;
  /** Sets a variable of this process, for code that reads the environment itself. */
  set(name: string, value: string): void;
}

/** Where to load settings from. */
export interface LoadInputs {
  /** Flags by name: `config` and `env-file` are paths of files, the others settings. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly env: MutableEnvironment;
  /** Current folder, absolute. */
  readonly cwd: string;
}

/**
 * Loads the settings from flags, the environment with `--env-file`, and `--config`
 * or the user's `docs.config.json`. Reads no other files: without these, the cost
 * is one failed open.
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
 * Reads the file that `--config` names, else the user's own.
 *
 * @returns undefined when the user has none
 * @throws {UserError} when the file that `--config` names is missing, or a file is
 *   invalid
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

/**
 * Sets the variables of `--env-file`, except those that are set already.
 *
 * @returns the path of the file, by the name of each variable that was set
 */
function applyEnvFile({ flags, env, cwd }: LoadInputs): Map<string, string> {
  const files = new Map<string, string>();
  if (typeof flags["env-file"] === "string") {
    const path = resolvePath(cwd, flags["env-file"]);
    for (
      const [name, value] of parseEnvFile(requireText(path, "--env-file"), path)
    ) {
      if (env.get(name)) continue; // an empty variable counts as not set
      env.set(name, value);
      files.set(name, path);
    }
  }
  return files;
}

function requireText(path: string, flag: string): string {
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
