import { carriesDocuments } from "../artifact/carried.ts";
import {
  type LocatedIndex,
  locateIndex,
  namesIndex,
} from "../config/locate_index.ts";
import type { Settings } from "../config/settings.ts";

/**
 * Chooses the index file to read, as {@linkcode locateIndex} finds it. A program that
 * was made to carry documents prefers those to a `.docs/index` of the folder it
 * happens to run in.
 *
 * @param cwd current folder, absolute
 * @returns undefined when the carried index is to be used
 * @throws {UserError} when the named index does not exist
 */
export function chooseIndex(
  settings: Settings,
  cwd: string,
): LocatedIndex | undefined {
  return !namesIndex(settings) && carriesDocuments()
    ? undefined
    : locateIndex(settings, cwd);
}
