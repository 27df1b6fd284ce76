import { pathExists } from "../files/exists.ts";
import { isInside, resolvePath } from "../files/paths.ts";
import type { PackedIndex } from "../index/packed_index.ts";
import { listSourceFiles } from "../source/list_source_files.ts";
import { readSources } from "../source/read_sources.ts";
import { sourceFileHash } from "../source/source_file_hash.ts";

/** Differences between an index and its source files as they are now. */
export interface Staleness {
  root: string;
  /** Sources that are missing or inaccessible. */
  missing_sources: string[];
  /** Files whose content changed. */
  changed: string[];
  /** Files that a build would now add. */
  new: string[];
  /** Deleted files. Those of a missing source are not counted. */
  deleted: string[];
}

/**
 * Compares an index with its sources: walks them as the build did and hashes
 * every file. Files that a build would skip are not new.
 */
export async function staleness(index: PackedIndex): Promise<Staleness> {
  const { root, sources, settings: { include, exclude, follow } } = index.info;
  const missing = sources.filter((source) => !pathExists(source));
  const there = sources.filter((source) => !missing.includes(source));
  const found: Staleness = {
    root,
    missing_sources: missing,
    changed: [],
    new: [],
    deleted: [],
  };
  if (there.length === 0) return found;
  const options = { include, exclude, follow, root };
  const live = new Map(
    listSourceFiles(there, options).map(({ path, size }) => {
      const absolute = resolvePath(root, path);
      return [path, { absolute, size }] as const;
    }),
  );
  for (const { path, size, hash } of index.files()) {
    const file = live.get(path);
    live.delete(path);
    if (!file) {
      const absolute = resolvePath(root, path);
      const unknown = missing.some((source) => isInside(source, absolute));
      if (!unknown) found.deleted.push(path);
    } else if (file.size !== size || !hasHash(file.absolute, hash)) {
      found.changed.push(path);
    }
  }
  for (const [path, { absolute }] of live) {
    if (await yieldsDocuments(absolute)) found.new.push(path);
  }
  return found;
}

/** @param recorded the beginning of the hash, as the index keeps it */
function hasHash(path: string, recorded: string): boolean {
  try {
    return sourceFileHash(path).startsWith(recorded);
  } catch {
    return false; // Gone or unreadable since the walk.
  }
}

async function yieldsDocuments(path: string): Promise<boolean> {
  const options = { include: [], exclude: [], follow: true };
  for await (const item of readSources([path], options)) {
    if (item.kind === "document") return true;
  }
  return false;
}
