import { UserError } from "../user_error.ts";
import {
  type ConfigFile,
  readConfigFile,
  userConfigPath,
} from "./config_file.ts";
import { parseEnvFile } from "./parse_env_file.ts";
import { resolvePath } from "./paths.ts";
import { readTextFile } from "./read_text_file.ts";
import { resolveSettings, type Settings } from "./settings.ts";

/** The process's environment; an injected one in tests. */
export interface Variables {
  get(name: string): string | undefined;
  /** Sets a variable for the rest of the run, for modules that read it themselves. */
  set(name: string, value: string): void;
}

/** Where to load settings from. */
export interface LoadInputs {
  /** Flags by name; `config` and `env-file` name files, the others are settings. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly env: Variables;
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
  let config: ConfigFile | undefined;
  if (typeof flags.config === "string") {
    const path = resolvePath(cwd, flags.config);
    config = readConfigFile(path);
    if (!config) throw missing(path, "--config");
  } else {
    const path = userConfigPath(env);
    config = path === undefined ? undefined : readConfigFile(path);
  }
  return resolveSettings({
    flags,
    cwd,
    config,
    env: {
      get: (name) => env.get(name),
      file: (name) => files.get(name),
    },
  });
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
