import { createHash } from "node:crypto";
import { cacheFolder } from "../config/cache_folder.ts";
import type { Settings } from "../config/settings.ts";
import { DEFAULT_EMBEDDER } from "../embed/model_name.ts";
import { resolvePath } from "../files/paths.ts";
import { FORMAT_VERSION } from "../index/layout.ts";
import { FolderQuestions } from "../expansion/folder_questions.ts";
import { listSourceFiles } from "../source/list_source_files.ts";
import { sourceFileHash } from "../source/source_file_hash.ts";
import { TOKENIZER_VERSION } from "../text/tokenize.ts";
import { UserError } from "../user_error.ts";
import { VERSION } from "../version.ts";
import type { AppContext } from "./app_context.ts";
import { build, type BuildListener } from "./build.ts";
import { type PlannedSources, planSources } from "./build_plan.ts";

/** Indexes that are kept, and their bytes in all; older ones are removed. */
const MOST_KEPT = 20, MOST_BYTES = 500_000_000;

/** Files from which on it is said that an index of one's own is faster. */
const MANY_FILES = 2_000;

/** An index that was made for one search, or found in the cache. */
export interface InPlaceIndex extends Disposable {
  /** Its file. */
  path: string;
}

/**
 * Makes an index of a folder for a search, with the bundled embedder, in the user's
 * cache folder; where the same files were searched before, with the same bytes, that
 * index is used again. Where there is no cache, the index is temporary.
 *
 * @param folder As the user named it.
 * @throws {UserError} the folder is missing, or has no documents
 * @throws the signal's reason
 */
export async function inPlaceIndex(
  folder: string,
  settings: Settings,
  context: AppContext,
  listener: BuildListener = {},
  signal?: AbortSignal,
): Promise<InPlaceIndex> {
  const { cwd, env, log } = context;
  const planned = planSources([folder], settings, cwd, (it) => log.info(it));
  const { key, count } = fingerprint(planned);
  const cache = cachePath(env);
  const path = cache === undefined
    ? Deno.makeTempFileSync({ prefix: "docs-in-place-", suffix: ".index" })
    : resolvePath(cache, `${key}.index`);
  const end = () => {
    if (cache === undefined) remove(path);
  };
  if (cache !== undefined && isKept(path)) {
    return { path, [Symbol.dispose]: end };
  }
  if (count > MANY_FILES) {
    log.warning(
      `${count} files are indexed for this search; docs build ${folder} makes an index once`,
    );
  }
  try {
    await build(
      {
        ...planned,
        settings: {
          ...planned.settings,
          embeddingModel: {
            ...planned.settings.embeddingModel,
            value: DEFAULT_EMBEDDER,
          },
        },
        output: path,
        isStep: false,
        vectors: `${path}.vectors`,
        follow: false,
        strict: false,
      },
      context,
      listener,
      signal,
    );
  } catch (error) {
    end();
    throw error;
  }
  if (cache !== undefined) prune(cache);
  return { path, [Symbol.dispose]: end };
}

/** Names the content of the sources, and all else that an index depends on. */
function fingerprint(
  { sources, root, settings }: PlannedSources,
): { key: string; count: number } {
  const include = settings.include.value, exclude = settings.exclude.value;
  const files = listSourceFiles(sources, {
    ...{ root, include, exclude, follow: false },
  });
  const hash = createHash("sha256").update(JSON.stringify([
    ...[VERSION, FORMAT_VERSION, TOKENIZER_VERSION, DEFAULT_EMBEDDER],
    ...[root, sources, include, exclude, settings.urlBase.value ?? ""],
    ...[settings.passageSize.value, settings.overlap.value],
    new FolderQuestions(root).hash ?? "",
  ]));
  for (const { path } of files) {
    hash.update(`\0${path}\0`);
    try {
      hash.update(sourceFileHash(resolvePath(root, path)));
    } catch {
      // The build says what it cannot read.
    }
  }
  return { key: hash.digest("hex").slice(0, 32), count: files.length };
}

/** The folder of kept indexes; undefined where none can be written. */
function cachePath(env: AppContext["env"]): string | undefined {
  const cache = cacheFolder(env);
  if (cache === undefined) return undefined;
  const folder = `${cache}/in-place`;
  try {
    Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const probe = Deno.makeTempFileSync({ dir: folder });
    Deno.removeSync(probe);
    return folder;
  } catch {
    return undefined;
  }
}

/** Whether there is such a file; it then counts as used now. */
function isKept(path: string): boolean {
  try {
    if (!Deno.statSync(path).isFile) return false;
    const now = new Date();
    Deno.utimeSync(path, now, now);
    return true;
  } catch {
    return false;
  }
}

/** Removes the indexes that were used longest ago, beyond number and size. */
function prune(folder: string): void {
  try {
    const kept = [...Deno.readDirSync(folder)]
      .filter(({ name }) => name.endsWith(".index"))
      .map(({ name }) => {
        const path = `${folder}/${name}`;
        const { mtime, size } = Deno.statSync(path);
        return { path, size, used: mtime?.getTime() ?? 0 };
      }).sort((a, b) => b.used - a.used);
    let bytes = 0;
    kept.forEach(({ path, size }, at) => {
      bytes += size;
      if (at > 0 && (at >= MOST_KEPT || bytes > MOST_BYTES)) remove(path);
    });
  } catch {
    // Another process is at it, too.
  }
}

function remove(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Whether an error says that a kept index is damaged, so that it can be made anew. */
export function isDamaged(error: unknown): boolean {
  return error instanceof UserError &&
    /damaged|cut short|not a docs index/.test(error.message);
}
