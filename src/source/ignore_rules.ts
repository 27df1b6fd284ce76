import { existsSync, lstatSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ignore from "ignore";
import { relativePath } from "../files/relative_path.ts";

/** One `.gitignore`: the folder it speaks for, and its lines that count here. */
interface Level {
  folder: string;
  lines: string[];
  rules: ReturnType<typeof ignore>;
}

/**
 * The `.gitignore` files that apply in a folder, outermost first. Like git, the
 * innermost that has something to say about an entry decides; unlike git's
 * default on some platforms, case always counts, so that every platform indexes
 * the same files.
 */
export class IgnoreRules {
  private constructor(private readonly levels: readonly Level[]) {}

  /**
   * The rules in force inside a source folder: its own `.gitignore` and those
   * of the folders above it up to the git repository's root, less the lines
   * that would ignore the source folder itself: whoever names a folder wants it.
   *
   * @param folder Absolute path.
   */
  static forSource(folder: string): IgnoreRules {
    const outer: Level[] = [];
    for (const above of foldersAbove(folder)) {
      const level = readLevel(above);
      if (level !== undefined) outer.push(without(level, folder));
    }
    return new IgnoreRules(outer).withOwnOf(folder);
  }

  /**
   * The rules in force inside a folder that these do not ignore.
   *
   * @param folder Absolute path of a folder at any depth below.
   */
  inside(folder: string): IgnoreRules {
    // An outer level that is overruled here must not ignore what is inside.
    const levels = this.levels.map((level) =>
      test(level, folder, true).ignored ? without(level, folder) : level
    );
    return new IgnoreRules(levels).withOwnOf(folder);
  }

  /**
   * Whether git would ignore an entry of the folder.
   *
   * @param path Absolute path.
   * @param isFolder Whether it is a folder; a link to one is not.
   */
  ignores(path: string, isFolder: boolean): boolean {
    for (let i = this.levels.length - 1; i >= 0; i--) {
      const { ignored, unignored } = test(this.levels[i]!, path, isFolder);
      if (ignored || unignored) return ignored;
    }
    return false;
  }

  private withOwnOf(folder: string): IgnoreRules {
    const own = readLevel(folder);
    return own === undefined ? this : new IgnoreRules([...this.levels, own]);
  }
}

/** The folders above one in the same git repository, outermost first. */
function foldersAbove(folder: string): string[] {
  const above: string[] = [];
  for (let at = folder;; at = dirname(at)) {
    if (at !== folder) above.unshift(at);
    if (existsSync(join(at, ".git"))) return above;
    // No repository: only what is inside the source counts.
    if (dirname(at) === at) return [];
  }
}

/** @returns Nothing where there is no `.gitignore` that can be read. */
function readLevel(folder: string): Level | undefined {
  const path = join(folder, ".gitignore");
  try {
    // Opening anything else could block, or lead out of the folder.
    if (!lstatSync(path).isFile()) return undefined;
    const text = readFileSync(path, "utf8").replace(/^\ufeff/, "");
    return toLevel(folder, text.split(/\r?\n/));
  } catch {
    return undefined;
  }
}

function toLevel(folder: string, lines: string[]): Level {
  return { folder, lines, rules: ignore({ ignorecase: false }).add(lines) };
}

/** A level less the lines that ignore a folder or one above it. */
function without(level: Level, folder: string): Level {
  const lines = level.lines.filter((line) =>
    !test(toLevel(level.folder, [line]), folder, true).ignored
  );
  return lines.length === level.lines.length
    ? level
    : toLevel(level.folder, lines);
}

function test(level: Level, path: string, isFolder: boolean) {
  const relative = relativePath(level.folder, path);
  if (!relative) return { ignored: false, unignored: false };
  return level.rules.test(isFolder ? relative + "/" : relative);
}
