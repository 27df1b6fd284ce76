import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { UserError } from "../user_error.ts";
import { commonFolder } from "../files/relative_path.ts";
import { errorCode } from "../files/system_error.ts";

/** A source as the user named it, found on the disk. */
export interface ResolvedSource {
  /** Absolute, links in it not resolved. */
  path: string;
  isFolder: boolean;
}

/**
 * Finds every source on the disk.
 *
 * @param sources Folders or files; relative ones start from the current folder.
 * @throws {UserError} For no source at all, and for one that is missing.
 */
export function resolveSources(sources: string[]): ResolvedSource[] {
  if (sources.length === 0) {
    throw new UserError(
      "no source was given",
      "Name the folders or files to index.",
    );
  }
  return sources.map((source) => {
    const path = resolve(source);
    try {
      // An empty name would resolve to the current folder.
      if (source === "") throw new UserError(`the name of a source is empty`);
      return { path, isFolder: statSync(path).isDirectory() };
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw new UserError(
        `the source ${JSON.stringify(source)} ${whatIsWrong(error)}`,
        source.endsWith('"')
          ? 'A back-slash before a closing quote (\\") takes the quote into the name; leave the back-slash out.'
          : "Check the name; a relative one starts from the current folder.",
      );
    }
  });
}

function whatIsWrong(error: unknown): string {
  const code = errorCode(error);
  return code === "ENOENT" || code === "ENOTDIR"
    ? "does not exist"
    : `cannot be read (${code || error})`;
}

/**
 * The folder that stored paths are relative to: a single folder is itself the
 * root; otherwise the deepest folder that holds all sources.
 *
 * @param sources Folders or files; relative ones start from the current folder.
 * @returns An absolute path, links in it not resolved.
 * @throws {UserError} For a missing source, or where no folder holds them all.
 */
export function sourceRoot(sources: string[]): string {
  const folders = resolveSources(sources).map(({ path, isFolder }) =>
    isFolder ? path : dirname(path)
  );
  const root = commonFolder(folders);
  if (root === undefined) {
    throw new UserError(
      `no folder holds all of ${sources.join(", ")}`,
      "Sources on different drives need an index each.",
    );
  }
  return root;
}
