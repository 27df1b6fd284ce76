import type { ByteWriter } from "./varint.ts";

/**
 * How often a term occurs in the fields of a passage, packed in a byte: body
 * 0-7 (3 bits), code 0-7 (3 bits), deeper headings 0-3 (2 bits). BM25 has all
 * but saturated there (k1 = 1.2: 7 of them count 0.85, 100 count 0.99).
 */
const BODY_MAX = 7, CODE_MAX = 7, HEADING_MAX = 3;

/** Packs the three counts. */
export function packCounts(body: number, code: number, heading: number) {
  return Math.min(body, BODY_MAX) | (Math.min(code, CODE_MAX) << 3) |
    (Math.min(heading, HEADING_MAX) << 6);
}

/** A count byte of a term that occurs once, in the body: the usual case. */
export const ONCE = packCounts(1, 0, 0);

/**
 * Writes a posting list: for each item, ascending, the distance to the one
 * before, doubled, plus 1 where the count byte follows (it is left out for a
 * single occurrence in the body).
 *
 * @param items Passage (or section) numbers, ascending.
 * @param counts Count byte of each.
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
