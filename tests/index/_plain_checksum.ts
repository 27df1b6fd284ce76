/**
 * The checksum of `checksum.wat`: FNV-1a over 32-bit words in sixteen lanes.
 * Word n, little-endian, goes into lane n mod 16; zeros fill up the last 64
 * bytes. The lanes are then mixed into one hash in order, and last the length.
 *
 * @returns 0 to 2^32 - 1
 */
export function plainChecksum(bytes: Uint8Array): number {
  const lanes = Array<number>(16).fill(0x811c9dc5);
  const padded = new Uint8Array(Math.ceil(bytes.length / 64) * 64);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  for (let word = 0; word < padded.length / 4; word++) {
    lanes[word % 16] = mix(lanes[word % 16], view.getUint32(4 * word, true));
  }
  return mix(lanes.reduce(mix, 0x811c9dc5), bytes.length) >>> 0;
}

/** A step of FNV-1a, then the upper half goes into the lower one. */
function mix(hash: number, word: number): number {
  hash = Math.imul(hash ^ word, 0x01000193);
  return hash ^ hash >>> 15;
}
