import { type PathClaim, readFile, type SourceEvent } from "./_read_file.ts";
import { type SourceOptions, walkSources } from "./walk_sources.ts";

export { sourceRoot } from "./source_root.ts";
export type { SourceOptions } from "./walk_sources.ts";
export type { SourceEvent } from "./_read_file.ts";

/**
 * Reads every document of the sources, in an order that is the same on every
 * platform: see `compareStoredPaths()`. One file, or one row of a file that is
 * read in pieces, is in memory at a time. What cannot be read is a skip and never ends the run; nor
 * does a file that changes or vanishes meanwhile. A document whose path another
 * one has had before is skipped.
 *
 * @param sources Folders or files; relative ones start from the current folder.
 * @throws {UserError} For a missing source or a bad glob, before anything is
 *   yielded.
 */
export async function* readSources(
  sources: string[],
  options: SourceOptions,
): AsyncGenerator<SourceEvent> {
  const owners = new Map<string, string>();
  const claim: PathClaim = (path, owner) => {
    const before = owners.get(path);
    if (before === undefined) owners.set(path, owner);
    return before;
  };
  for (const walked of walkSources(sources, options)) {
    if (walked.kind === "skip") yield walked;
    else yield* readFile(walked.file, claim);
  }
}
