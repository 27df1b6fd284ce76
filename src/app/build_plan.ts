import { readDocsJson, restrictSettings } from "../config/docs_json.ts";
import { defaultOutput } from "../config/locate_index.ts";
import type { Settings } from "../config/settings.ts";
import { resolvePath } from "../files/paths.ts";
import { removeStaleTemporaries } from "../files/remove_stale_temporaries.ts";
import { MAGIC } from "../index/layout.ts";
import { sourceRoot } from "../source/read_sources.ts";
import { UserError } from "../user_error.ts";
import type { AppContext } from "./app_context.ts";

/** What to build; for `docs build`, its arguments and flags. */
export interface BuildRequest {
  /** Folders and files; empty: those that the settings or `./docs.json` name. */
  readonly sources: readonly string[];
  /** The index file; default: as the settings say. */
  readonly output?: string;
  /** An executable to make that carries the index; without `output`, no index file is left. */
  readonly executable?: string;
  /** Whether links that leave the root are followed. */
  readonly follow?: boolean;
  /** Whether a skipped file is an error. */
  readonly strict?: boolean;
}

/** The sources of a build and its settings. */
export interface PlannedSources {
  /** Absolute. */
  sources: string[];
  /** The folder that stored paths are relative to, absolute. */
  root: string;
  /** With what the `docs.json` in the root adds. */
  settings: Settings;
  /** Whether that `docs.json` forbids sending the documents to other machines. */
  offline: boolean;
}

/** Inputs and outputs of a build. All paths are absolute. */
export interface BuildPlan extends PlannedSources {
  /** The index file. */
  readonly output: string;
  /** Whether the index file is temporary, removed once the executable is made. */
  readonly isStep: boolean;
  readonly executable?: string;
  /** Cache file for the vectors of slow embedders. */
  readonly vectors: string;
  readonly follow: boolean;
  readonly strict: boolean;
}

/**
 * Decides what a build reads and writes, before any work is done.
 *
 * @throws {UserError} there is nothing to build from, or a file that is not
 *   an index would be overwritten
 */
export async function planBuild(
  { sources: given, output, executable, follow = false, strict = false }:
    BuildRequest,
  settings: Settings,
  { cwd, log }: Pick<AppContext, "cwd" | "log">,
): Promise<BuildPlan> {
  const planned = planSources(given, settings, cwd, (sentence) => {
    log.info(sentence);
  });
  const out = executable && resolvePath(cwd, executable);
  if (out !== undefined) {
    const { checkExecutable } = await import(
      "../artifact/make_executable.ts"
    );
    checkExecutable(out);
    removeStaleTemporaries(out);
  }
  const isStep = out !== undefined && output === undefined;
  const index = isStep
    ? `${out}.${Deno.pid}.index.tmp`
    : chooseOutput(output, planned.settings, cwd);
  return {
    ...planned,
    output: index,
    isStep,
    executable: out,
    vectors: `${isStep ? out : index}.vectors`,
    follow,
    strict,
  };
}

/**
 * Decides what a build reads. A folder that is the only SOURCE is the
 * root, and the `sources` of its `docs.json` select parts of it.
 * Several SOURCEs are taken as they are. Without any, the settings must name
 * sources: those of `./docs.json`, relative to it, or of `docs.config.json`.
 *
 * @param given SOURCE arguments
 * @param notice called with a message if `docs.json` belongs to another program
 * @throws {UserError} when there is nothing to build from
 */
export function planSources(
  given: readonly string[],
  settings: Settings,
  cwd: string,
  notice: (sentence: string) => void,
): PlannedSources {
  if (given.includes("")) {
    throw new UserError(
      "the name of a SOURCE is empty",
      "Name a folder or file.",
    );
  }
  const named = given.length > 0
    ? given.map((source) => resolvePath(cwd, source))
    : settings.sources.value;
  const root = named.length > 0 ? sourceRoot(named) : cwd;
  const docsJson = readDocsJson(root, notice);
  const restricted = restrictSettings(settings, docsJson);
  const isRoot = named.length === 0 ||
    (named.length === 1 && named[0] === root);
  const sources = isRoot ? docsJson?.sources ?? named : named;
  if (sources.length === 0) {
    throw new UserError(
      "docs build needs a SOURCE",
      "Name a folder: docs build FOLDER, or list sources in a docs.json here.",
    );
  }
  const offline = docsJson?.offline ?? false;
  return { sources, root, settings: restricted, offline };
}

/**
 * Where the index goes: `-o`, else the default.
 *
 * @throws {UserError} when `-o` names a file that is clearly not an index, so that
 *   a typing error does not destroy it
 */
export function chooseOutput(
  flag: string | undefined,
  settings: Settings,
  cwd: string,
): string {
  if (flag === undefined) return defaultOutput(settings, cwd).path;
  const path = resolvePath(cwd, flag);
  const head = new Uint8Array(MAGIC.length);
  let size = 0;
  try {
    using file = Deno.openSync(path);
    size = file.statSync().isFile ? file.readSync(head) ?? 0 : 0;
  } catch {
    return path; // Missing or unreadable: the writer reports the error.
  }
  const isIndex = new TextDecoder().decode(head) === MAGIC;
  if (size > 0 && !isIndex && !path.endsWith(".index")) {
    throw new UserError(
      `${path} exists and is not an index`,
      "Name another file after -o, or remove that one.",
    );
  }
  return path;
}
