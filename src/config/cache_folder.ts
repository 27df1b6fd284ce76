import { isAbsolute } from "../files/paths.ts";
import type { Environment } from "./environment.ts";

/**
 * The folder for caches: DOCS_CACHE_DIR, else `docs` in the system's cache folder
 * (XDG_CACHE_HOME, LOCALAPPDATA, `~/.cache`). Variables with a relative path are
 * ignored.
 *
 * @returns an absolute path; undefined when no variable gives one
 */
export function cacheFolder(env?: Environment): string | undefined {
  const get = (name: string) => {
    const path = env?.get(name);
    return path && isAbsolute(path) ? path : undefined;
  };
  const cache = get("XDG_CACHE_HOME") ?? get("LOCALAPPDATA");
  const home = get("HOME");
  return get("DOCS_CACHE_DIR") ?? (cache && `${cache}/docs`) ??
    (home && `${home}/.cache/docs`);
}

/** The file of cached answers; undefined as for {@linkcode cacheFolder}. */
export function answerCacheFile(env?: Environment): string | undefined {
  const folder = cacheFolder(env);
  return folder && `${folder}/answers.json`;
}
