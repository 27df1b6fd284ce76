import { UserError } from "../user_error.ts";
import { parentFolder, resolvePath } from "../files/paths.ts";
import { CARRIED } from "./setting_definitions.ts";
import type { Setting, SettingLevel, Settings } from "./settings.ts";

/** An index file and where its path comes from. */
export interface LocatedIndex {
  /** Absolute path. */
  readonly path: string;
  /** For people: `flag --index`, `environment DOCS_INDEX`, `.docs/index, looked for upward from …`. */
  readonly from: string;
}

/**
 * Finds the index file to read: the one that `--index` or `DOCS_INDEX` names, or
 * `VECTOR_STORE_PATH/COLLECTION_NAME.index`, else `.docs/index` in the current
 * folder or the nearest folder above it.
 *
 * @param cwd current folder, absolute
 * @returns undefined when the carried index is to be used: `carried` was named, or
 *   none was named and none found
 * @throws {UserError} when the named index does not exist
 */
export function locateIndex(
  settings: Settings,
  cwd: string,
): LocatedIndex | undefined {
  const named = namedIndex(settings);
  if (named?.path === CARRIED) return undefined;
  if (named) {
    const file = fileAt(named.path);
    if (file === "file") return named;
    throw new UserError(
      `${
        file === "folder" ? "a folder, not an index" : "no index"
      } at ${named.path} (${named.from})`,
      `Build one: docs build FOLDER -o ${named.path}${
        file === "folder" ? "/index" : ""
      }`,
    );
  }
  for (let folder = cwd;; folder = parentFolder(folder)) {
    const path = resolvePath(folder, ".docs/index");
    if (fileAt(path) === "file") {
      return { path, from: `.docs/index, looked for upward from ${cwd}` };
    }
    if (parentFolder(folder) === folder) return undefined;
  }
}

/**
 * Where `docs build` writes without `-o`: to
 * `VECTOR_STORE_PATH/COLLECTION_NAME.index` if that is set, else to
 * `.docs/index` in the current folder.
 */
export function defaultOutput(settings: Settings, cwd: string): LocatedIndex {
  return storeIndex(settings) ??
    { path: resolvePath(cwd, ".docs/index"), from: "default" };
}

/** The error when no index was found, or `carried` was named and there is none. */
export function noIndex(settings: Settings, cwd: string): UserError {
  const named = namedIndex(settings);
  if (named?.path === CARRIED) {
    return new UserError(
      `this program carries no index (${named.from})`,
      "docs build --executable makes one that does; name another index with --index FILE.",
    );
  }
  return new UserError(
    `no index: there is no .docs/index in ${cwd} or above it, and this program carries none`,
    "Build one with docs build FOLDER, or name one with --index FILE.",
  );
}

/** Whether a setting names the index, so that none is looked for. */
export function namesIndex(settings: Settings): boolean {
  return namedIndex(settings) !== undefined;
}

/** The index that a setting names. `index` wins over the store at the same or a stronger level. */
function namedIndex(settings: Settings): LocatedIndex | undefined {
  const { index, vectorStorePath } = settings;
  const store = storeIndex(settings);
  if (index.value === undefined) return store;
  if (store && strength(vectorStorePath) > strength(index)) return store;
  return { path: index.value, from: index.origin };
}

function storeIndex(settings: Settings): LocatedIndex | undefined {
  const { vectorStorePath: { value, origin }, collectionName } = settings;
  if (value === undefined) return undefined;
  return {
    path: resolvePath(value, `${collectionName.value}.index`),
    from: origin,
  };
}

/** Weakest first. */
const levels: SettingLevel[] = [
  "default",
  "docs.json",
  "docs.config.json",
  "environment",
  "flag",
];

function strength(setting: Setting<unknown>): number {
  return levels.indexOf(setting.level);
}

function fileAt(path: string): "file" | "folder" | undefined {
  try {
    return Deno.statSync(path).isDirectory ? "folder" : "file";
  } catch (error) {
    if (error instanceof Deno.errors.PermissionDenied) return "file"; // Opening it reports the error.
    return undefined;
  }
}
