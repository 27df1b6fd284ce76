import { isAbsolute } from "../files/paths.ts";

/** Where the environment is read from. */
interface Environment {
  get(name: string): string | undefined;
}

/**
 * The folder for what can be made again: DOCS_CACHE_DIR, else `docs` in the
 * system's own (XDG_CACHE_HOME, LOCALAPPDATA, `~/.cache`).
 *
 * @returns an absolute path; undefined where no variable names one
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

/** The file of the answers that are kept. */
export function answerCacheFile(env?: Environment): string | undefined {
  const folder = cacheFolder(env);
  return folder && `${folder}/answers.json`;
}
