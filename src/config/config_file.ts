/**
 * `docs.config.json`: the user's own settings. It may contain every setting, also
 * commands to start, so it is read only from the user's configuration folder or
 * where `--config FILE` says, never from the current folder or a source.
 *
 * @module
 */

import { UserError } from "../user_error.ts";
import { parseJsonObject } from "./parse_json.ts";
import { isAbsolute, parentFolder, resolvePath } from "../files/paths.ts";
import { readTextFile } from "../files/read_text_file.ts";
import type { Environment } from "./environment.ts";
import { settingNames } from "./setting_definitions.ts";

/** The key of the other MCP servers. `src/upstream/` reads its value. */
const UPSTREAMS = "upstreams";

/** The settings in one file, by the names of `Settings`. Values are not checked yet. */
export interface ConfigFile {
  readonly path: string;
  /** The file's folder; relative paths in the file are relative to it. */
  readonly folder: string;
  readonly values: ReadonlyMap<string, unknown>;
  /** The value of "upstreams", if present; not checked. */
  readonly upstreams?: unknown;
  /** `FILE:LINE:COLUMN` of a setting. */
  where(name: string): string;
}

/**
 * Where the user's own `docs.config.json` would be: `%APPDATA%\docs` on
 * Windows, else `$XDG_CONFIG_HOME/docs` or `~/.config/docs`. Variables with a
 * relative path are ignored, as the XDG specification demands: anyone could have
 * put a file under the current folder.
 */
export function userConfigPath(
  env: Environment,
  windows = Deno.build.os === "windows",
): string | undefined {
  const usable = (folder: string | undefined) =>
    folder && isAbsolute(folder, windows) ? folder : undefined;
  if (windows) {
    const folder = usable(env.get("APPDATA"));
    return folder && resolvePath(folder, "docs\\docs.config.json", true);
  }
  const home = usable(env.get("HOME"));
  const folder = usable(env.get("XDG_CONFIG_HOME")) ??
    (home && resolvePath(home, ".config", false));
  return folder && resolvePath(folder, "docs/docs.config.json", false);
}

/**
 * Reads `docs.config.json`.
 *
 * @param path absolute path
 * @returns undefined when there is no such file
 * @throws {UserError} on a syntax error or an unknown key, with its line
 */
export function readConfigFile(path: string): ConfigFile | undefined {
  const text = readTextFile(path);
  if (text === undefined) return undefined;
  const object = parseJsonObject(text, path);
  const values = new Map<string, unknown>();
  const keys = new Map<string, string>();
  for (const [key, value] of object.values) {
    if (key === UPSTREAMS) continue;
    const name = camelCase(key);
    if (!settingNames.some((known) => known === name)) {
      throw new UserError(
        `${object.where(key)}: unknown setting "${key}"`,
        `Known settings: ${[...settingNames, UPSTREAMS].join(", ")}.`,
      );
    }
    if (values.has(name)) {
      throw new UserError(
        `${object.where(key)}: "${name}" is there twice, as ${
          keys.get(name)
        } and ${key}`,
        "Remove one of them.",
      );
    }
    values.set(name, value);
    keys.set(name, key);
  }
  return {
    path,
    folder: parentFolder(path),
    values,
    upstreams: object.values.get(UPSTREAMS),
    where: (name) => object.where(keys.get(name) ?? name),
  };
}

/** `url_base` and `urlBase` are the same setting. */
export function camelCase(key: string): string {
  return key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
