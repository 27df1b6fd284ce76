/**
 * `docs.json` in the root of the sources, distributed with them. Its author is not
 * trusted: it may describe the sources and restrict what is done with them, but
 * never name a program, host, model, key or path outside its folder.
 *
 * @module
 */

import { UserError } from "../user_error.ts";
import { camelCase } from "./config_file.ts";
import { fraction, type Kind, textList, urlBase } from "./kinds.ts";
import { parseJsonObject } from "./parse_json.ts";
import { isInside, leavesFolder, resolvePath } from "../files/paths.ts";
import { readTextFile } from "../files/read_text_file.ts";
import type { SettingName } from "./setting_definitions.ts";
import type { Setting, Settings } from "./settings.ts";

/** The checked content of a `docs.json`. */
export interface DocsJson {
  /** Absolute path of the file. */
  readonly path: string;
  /** Absolute paths of files and folders to build from, inside its folder. */
  readonly sources?: string[];
  readonly include?: string[];
  readonly exclude?: string[];
  readonly urlBase?: string;
  readonly offline?: true;
  readonly minScore?: number;
}

const onlyTrue: Kind<true> = {
  expects: "true (a docs.json can forbid, not allow)",
  fromText: () => undefined,
  fromJson: (value) => value === true ? true : undefined,
};

const kinds: Readonly<Record<string, Kind<unknown>>> = {
  sources: textList,
  include: textList,
  exclude: textList,
  urlBase,
  offline: onlyTrue,
  minScore: fraction,
};

/**
 * Reads the `docs.json` of a folder.
 *
 * Other programs also use this file name. A file with a `$schema` and unknown keys
 * belongs to one of them and is ignored.
 *
 * @param folder absolute folder
 * @param notice called with a sentence when a file is ignored
 * @returns undefined when there is none, or it is another program's
 * @throws {UserError} naming file, line and key of what is not allowed
 */
export function readDocsJson(
  folder: string,
  notice: (sentence: string) => void = () => {},
): DocsJson | undefined {
  const path = resolvePath(folder, "docs.json");
  if (isSpecial(path)) {
    throw new UserError(
      `${path} is not a file`,
      "Remove it, or put a JSON object there.",
    );
  }
  const text = readTextFile(path);
  if (text === undefined) return undefined;
  const object = parseJsonObject(text, path);
  const foreign = [...object.values.keys()].some((key) =>
    key !== "$schema" && !Object.hasOwn(kinds, camelCase(key))
  );
  if (object.values.has("$schema") && foreign) {
    notice(
      `${path} belongs to another program ($schema ${
        JSON.stringify(object.values.get("$schema"))
      }) and is not read.`,
    );
    return undefined;
  }
  const result: Record<string, unknown> = { path };
  for (const [key, value] of object.values) {
    if (key === "$schema") continue; // for editors only
    const name = camelCase(key);
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (!kind || name in result) {
      throw new UserError(
        `${object.where(key)}: "${key}" ${
          kind ? "is there twice" : "may not be in a docs.json"
        }`,
        `A docs.json may hold ${
          Object.keys(kinds).join(", ")
        }; everything else belongs in the user's own docs.config.json (see docs help build).`,
      );
    }
    const checked = kind.fromJson(value);
    if (checked === undefined) {
      throw new UserError(
        `${object.where(key)}: "${key}" must be ${kind.expects}`,
      );
    }
    if (kind === textList) {
      checkInside(checked as string[], object.where(key), name);
    }
    result[name] = name === "sources"
      ? resolveSources(folder, checked as string[], object.where(key))
      : checked;
  }
  return result as unknown as DocsJson;
}

/** Whether a path exists and is not a regular file: reading a pipe would block. */
function isSpecial(path: string): boolean {
  try {
    return !Deno.statSync(path).isFile;
  } catch {
    return false; // Missing, or reading it reports why not.
  }
}

function checkInside(paths: string[], where: string, key: string): void {
  for (const path of paths) {
    // A leading / anchors a glob at the root.
    const relative = key === "sources" ? path : path.replace(/^\//, "");
    if (leavesFolder(relative)) throw outside(where, key, path);
  }
}

/**
 * The sources as absolute paths.
 *
 * @throws {UserError} for a symbolic link that leads out of the folder
 */
function resolveSources(folder: string, paths: string[], where: string) {
  return paths.map((path) => {
    const full = resolvePath(folder, path);
    let real: string, root: string;
    try {
      real = Deno.realPathSync(full);
      root = Deno.realPathSync(folder);
    } catch {
      return full; // Missing: the build reports it.
    }
    if (!isInside(root, real)) throw outside(where, "sources", path);
    return full;
  });
}

function outside(where: string, key: string, path: string): UserError {
  return new UserError(
    `${where}: "${key}" names ${path}, which is outside the folder of the docs.json`,
    "Name sources on the command line to build from elsewhere.",
  );
}

/**
 * Applies a `docs.json` to settings: it replaces defaults that describe the
 * sources, raises the minimum score unless a flag gives it, and can turn `offline`
 * on. It cannot change anything else.
 */
export function restrictSettings(
  settings: Settings,
  docsJson: DocsJson | undefined,
): Settings {
  if (!docsJson) return settings;
  const restricted: Record<string, Setting<unknown>> = { ...settings };
  const set = (name: SettingName, value: unknown) => {
    const origin = `docs.json ${docsJson.path}`;
    restricted[name] = { value, level: "docs.json", origin };
  };
  for (const name of ["sources", "include", "exclude", "urlBase"] as const) {
    const value = docsJson[name];
    if (value !== undefined && settings[name].level === "default") {
      set(name, value);
    }
  }
  const { minScore, offline } = docsJson;
  if (
    minScore !== undefined && minScore > settings.minScore.value &&
    settings.minScore.level !== "flag"
  ) set("minScore", minScore);
  if (offline && !settings.offline.value) set("offline", true);
  return restricted as unknown as Settings;
}
