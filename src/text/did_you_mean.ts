import { editDistance } from "./edit_distance.ts";

/**
 * The known word that a mistyped one was probably meant to be: one that it
 * begins, or else the one with the fewest letters wrong, at most a third of
 * them. Undefined when nothing is near.
 */
export function didYouMean(
  word: string,
  known: readonly string[],
): string | undefined {
  const typed = word.toLowerCase();
  const begun = known.filter((name) => typed !== "" && name.startsWith(typed));
  if (begun.length === 1) return begun[0];
  let best: string | undefined;
  let least = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const name of known) {
    const distance = editDistance(typed, name, least);
    if (distance < least && distance < name.length) {
      [best, least] = [name, distance];
    }
  }
  return best;
}
