import { type SourceOptions, walkSources } from "./walk_sources.ts";

/** A file that would be read, as it is now. */
export interface ListedFile {
  /** Stored path, relative to the source root. */
  path: string;
  /** In bytes. */
  size: number;
  /** In whole milliseconds since 1970. */
  mtime: number;
}

/**
 * Lists the files that `readSources()` would read, in its order, without
 * reading them: for comparing an index with the folder it was built from. A file
 * that turns out to be empty or undecodable is in the list too.
 *
 * @throws {UserError} For a missing source or a bad glob.
 */
export function listSourceFiles(
  sources: string[],
  options: SourceOptions,
): ListedFile[] {
  return walkSources(sources, options).flatMap((walked) => {
    if (walked.kind === "skip") return [];
    const { path, size, mtime } = walked.file;
    return [{ path, size, mtime }];
  });
}
