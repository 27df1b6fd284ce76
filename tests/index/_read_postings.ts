import { ONCE } from "../../src/index/postings.ts";
import type { ByteReader } from "../../src/index/varint.ts";

/**
 * The plain reading of what `writePostings` wrote and `bm25.wat` reads:
 * `count` postings into the two arrays (each of at least that length).
 */
export function readPostings(
  reader: ByteReader,
  count: number,
  items: Uint32Array,
  counts: Uint8Array,
): void {
  const bytes = reader.bytes;
  let at = reader.at, before = 0;
  for (let i = 0; i < count; i++) {
    let byte = bytes[at++], value = byte & 0x7f;
    if (byte >= 0x80) {
      let shift = 7;
      do {
        byte = bytes[at++];
        value |= (byte & 0x7f) << shift;
        shift += 7;
      } while (byte >= 0x80);
    }
    before += value >>> 1;
    items[i] = before;
    counts[i] = (value & 1) === 0 ? ONCE : bytes[at++];
  }
  reader.at = at;
}
