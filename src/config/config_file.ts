/**
 * `docs.config.json`: the user's own settings. It may hold every setting, so
 * it is read only when named (`--config FILE`) or from the user's folder for
 * configuration, never from the current folder or a source.
 *
 * @module
 */

import { UserError } from "../user_error.ts";
import { parseJsonObject } from "./parse_json.ts";
import { isAbsolute, parentFolder, resolvePath } from "../files/paths.ts";
import { readTextFile } from "../files/read_text_file.ts";
import type { Environment } from "./environment.ts";
import { settingNames } from "./setting_definitions.ts";

/** The key for other MCP servers; their commands are started. */
const UPSTREAMS = "upstreams";

/** The settings of one file, by the names of `Settings`, not yet checked. */
export interface ConfigFile {
  readonly path: string;
  /** The folder that its relative paths are relative to. */
  readonly folder: string;
  readonly values: ReadonlyMap<string, unknown>;
  /** What "upstreams" holds, if it is there; read by `src/upstream/`. */
  readonly upstreams?: unknown;
  /** `FILE:LINE:COLUMN` of a setting. */
  where(name: string): string;
}

/**
 * Where the user's own `docs.config.json` would be: `%APPDATA%\docs` on
 * Windows, else `$XDG_CONFIG_HOME/docs` or `~/.config/docs`. A relative
 * folder is not taken, as the XDG specification asks: it would be one under
 * the current folder, which could be anyone's.
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
