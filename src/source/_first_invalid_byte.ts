/**
 * Where bytes stop being UTF-8, for a message that names the place; the
 * platform's decoder only says that they do. Follows table 3-7 of the Unicode
 * Standard (well-formed UTF-8 byte sequences).
 *
 * @returns The offset of the first byte of the first ill-formed sequence;
 *   `bytes.length` where the last sequence is merely cut short, or all is well.
 */
export function firstInvalidByte(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return bytes.length;
}

/** Bytes of the well-formed sequence at an offset; 0 if there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  for (let i = 1; i < length; i++) {
    if (at + i >= bytes.length) return length;
    const next = bytes[at + i]!;
    const [low, high] = i === 1 ? secondByteRange(lead) : [0x80, 0xbf];
    if (next < low || next > high) return 0;
  }
  return length;
}

/** What may follow a lead byte: no overlong forms, no surrogates, no 11xxxx. */
function secondByteRange(lead: number): [number, number] {
  if (lead === 0xe0) return [0xa0, 0xbf];
  if (lead === 0xed) return [0x80, 0x9f];
  if (lead === 0xf0) return [0x90, 0xbf];
  if (lead === 0xf4) return [0x80, 0x8f];
  return [0x80, 0xbf];
}
