import { isCapital } from "./char_class.ts";

const SMALL_S = 0x73;
/** More humps than this are not a name but encoded data. */
const MOST_HUMPS = 8;

/**
 * Finds the humps of an atom: `readTextFile` -> read, text, file;
 * `HTTPServer` -> http, server; `Base64Url` -> base64, url.
 *
 * A hump begins at a capital after a small letter or digit, and at the last of
 * three or more capitals before a small letter, but not before the plural s
 * of `APIs`. (Of two capitals the first is no word: IPv4, OAuth.) Humps of one
 * character are left out, and so is an atom that is a single hump.
 *
 * @param original The text before folding, where the capitals are.
 * @param offsets Offsets of the folded text in it, `null` when they are the same.
 * @param start Start of the atom, offset in the folded text.
 * @param put Takes start and end of each hump.
 */
export function humps(
  original: string,
  offsets: Uint32Array | null,
  start: number,
  end: number,
  put: (start: number, end: number) => void,
): void {
  const unitAt = (i: number) =>
    original.charCodeAt(offsets === null ? i : offsets[i]!);
  const bounds: number[] = [];
  let capitals = isCapital(unitAt(start)) ? 1 : 0;
  for (let i = start + 1; i < end; i++) {
    const unit = unitAt(i);
    if (isCapital(unit)) {
      if (capitals === 0) bounds.push(i);
      capitals++;
      continue;
    }
    const plural = unit === SMALL_S && i + 1 === end;
    if (capitals >= 3 && !isDigit(unit) && !plural) bounds.push(i - 1);
    capitals = 0;
  }
  if (bounds.length === 0 || bounds.length >= MOST_HUMPS) return;
  bounds.push(end);
  let from = start;
  for (const to of bounds) {
    if (to - from > 1) put(from, to);
    from = to;
  }
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
