import type { ByteWriter } from "./varint.ts";

/**
 * Maximum counts in a count byte, which packs the frequency of a term by field: body
 * (bits 0-2), code (3-5), headings (6-7); see `BODY` for the fields. Beyond these
 * BM25 is nearly saturated: with k1 = 1.2 a frequency of 7 counts 0.85 and one of
 * 100 counts 0.99.
 */
const BODY_MAX = 7, CODE_MAX = 7, HEADING_MAX = 3;

/** Packs three frequencies into a count byte, each limited to its maximum. */
export function packCounts(body: number, code: number, heading: number) {
  return Math.min(body, BODY_MAX) | (Math.min(code, CODE_MAX) << 3) |
    (Math.min(heading, HEADING_MAX) << 6);
}

/** The most frequent count byte: once, in the body. */
export const ONCE = packCounts(1, 0, 0);

/**
 * Encodes a posting list. Each posting is a varint, the distance to the previous item
 * times 2; plus 1 if a count byte follows. The count byte {@linkcode ONCE} is omitted.
 *
 * @param items Passage or section numbers, ascending.
 * @param counts Count byte of each item.
 */
export function writePostings(
  writer: ByteWriter,
  items: Uint32Array,
  counts: Uint8Array,
): void {
  let before = 0;
  for (let i = 0; i < items.length; i++) {
    const distance = items[i]! - before;
    before = items[i]!;
    if (counts[i] === ONCE) {
      writer.varint(distance * 2);
    } else {
      writer.varint(distance * 2 + 1);
      writer.byte(counts[i]!);
    }
  }
}
