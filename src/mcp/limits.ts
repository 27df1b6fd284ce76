/** Characters (UTF-16 units) that the text of a result, and its JSON, may have. */
export const MAX_CHARACTERS = 15_000;

/**
 * How many of the first items fit into a limit.
 *
 * @param sizes characters of each item
 * @param room characters there are
 */
export function fitting(sizes: readonly number[], room: number): number {
  let count = 0;
  for (const size of sizes) {
    room -= size;
    if (room < 0) break;
    count++;
  }
  return count;
}

/** Characters that a value takes as JSON. */
export function jsonLength(value: unknown): number {
  return JSON.stringify(value).length;
}
