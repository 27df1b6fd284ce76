/**
 * A slice of a text in which some spans are not to be seen: each of their
 * characters becomes a space, so that offsets and lines stay as they are.
 *
 * @param start Offset of the slice in its document, UTF-16 units.
 * @param spans Spans of the document, `[start, end)`.
 */
export function masked(
  slice: string,
  start: number,
  spans: readonly (readonly [number, number])[],
): string {
  let text = slice;
  for (const [from, to] of spans) {
    const a = Math.max(0, from - start);
    const b = Math.min(slice.length, to - start);
    if (a >= b) continue;
    const blank = text.slice(a, b).replace(/[^\r\n]/g, " ");
    text = text.slice(0, a) + blank + text.slice(b);
  }
  return text;
}
