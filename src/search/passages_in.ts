import type { PackedIndex } from "../index/packed_index.ts";
import { globMatcher } from "../source/glob_matcher.ts";

/**
 * Numbers of the passages whose document's path matches one of the globs
 * (`guide/**`, `*.md`; a folder stands for everything in it), ascending.
 */
export function passagesIn(index: PackedIndex, globs: string[]): number[] {
  const matches = globMatcher(globs) ?? (() => true);
  const documents = index.documentSections, sections = index.sectionPassages;
  const found: number[] = [];
  for (const [path, number] of index.paths()) {
    if (!matches(path)) continue;
    const end = sections[documents[number + 1]!]!;
    for (let p = sections[documents[number]!]!; p < end; p++) found.push(p);
  }
  return found;
}
