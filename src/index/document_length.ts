/**
 * Passage lengths in one byte, encoded as by Lucene's `SmallFloat.intToByte4` (exact
 * up to 40, then a 4-bit mantissa), so that an engine based on Lucene ranks the same
 * passages alike.
 *
 * @see https://github.com/apache/lucene/blob/main/lucene/core/src/java/org/apache/lucene/util/SmallFloat.java
 */

const MAX_INT4 = longToInt4(0x7fffffff);
const NUM_FREE_VALUES = 255 - MAX_INT4;

/** Encodes a length (0 to 2^31 - 1 tokens), rounded down. */
export function lengthToByte(length: number): number {
  return length < NUM_FREE_VALUES
    ? length
    : NUM_FREE_VALUES + longToInt4(length - NUM_FREE_VALUES);
}

/** Decodes a length byte, in tokens. */
export function byteToLength(byte: number): number {
  return byte < NUM_FREE_VALUES
    ? byte
    : NUM_FREE_VALUES + int4ToLong(byte - NUM_FREE_VALUES);
}

/** The length in tokens by length byte, `Float32Array[256]`. */
export const LENGTHS = new Float32Array(256);
for (let byte = 0; byte < 256; byte++) LENGTHS[byte] = byteToLength(byte);

function longToInt4(value: number): number {
  const bits = 32 - Math.clz32(value);
  if (bits < 4) return value;
  const shift = bits - 4;
  return ((value >>> shift) & 0x07) | ((shift + 1) << 3);
}

function int4ToLong(value: number): number {
  const bits = value & 0x07;
  const shift = (value >>> 3) - 1;
  return shift === -1 ? bits : (bits | 0x08) * 2 ** shift;
}
