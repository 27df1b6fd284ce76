/**
 * The container that rides in an executable: a small header that names the
 * parts, then the parts. It says where everything in it is, so nothing around
 * it needs to know more than where it begins.
 *
 * ```text
 * 0   "docs-pay"            8 bytes
 * 8   version               u32, 1
 * 12  header length         u32, bytes
 * 16  payload length        u64, bytes, header and padding counted
 * 24  number of parts       u32
 * 28  FNV-1a of the header  u32, this field taken as 0
 * 32  one row a part, 80 bytes: name (32 bytes, UTF-8, zero-padded),
 *     offset from the start of the payload (u64), length (u64), SHA-256 (32)
 * ```
 * Little-endian. Every part, and the end, is aligned to 16 bytes, so that what
 * follows the payload keeps its alignment.
 *
 * @module
 */

import type { Region } from "../files/region.ts";

/** Where a part is and what it must hash to. */
export interface PayloadPart {
  readonly name: string;
  /** First byte of the part, in bytes from the start of the region. */
  readonly offset: number;
  /** Bytes in the part. */
  readonly length: number;
  readonly sha256: Uint8Array;
}

/** A payload that was found: its place in the region, and its parts in order. */
export interface Payload {
  /** First byte, in bytes from the start of the region. */
  readonly start: number;
  /** First byte after it. */
  readonly end: number;
  readonly parts: readonly PayloadPart[];
}

export const PAYLOAD_ALIGNMENT = 16;
const MAGIC = new TextEncoder().encode("docs-pay");
const VERSION = 1;
const FIXED = 32;
const ROW = 80;
const NAME = 32;
const MAX_PARTS = 64;

/** Rounds a length in bytes up to the alignment of parts. */
export function aligned(length: number): number {
  return Math.ceil(length / PAYLOAD_ALIGNMENT) * PAYLOAD_ALIGNMENT;
}

/** Bytes that the header of `count` parts takes. */
export function payloadHeaderLength(count: number): number {
  return FIXED + ROW * count;
}

/**
 * Reads the header of the payload that begins at `start`. Two small reads.
 *
 * @param region the executable
 * @param start where the payload would begin, in bytes
 * @returns undefined when no payload is there, or its header is damaged, of
 * another version, or points outside the region
 */
export function openPayload(
  region: Region,
  start: number,
): Payload | undefined {
  if (start + FIXED > region.size) return undefined;
  const fixed = new DataView(region.read(start, FIXED).buffer);
  if (MAGIC.some((byte, i) => fixed.getUint8(i) !== byte)) return undefined;
  const count = fixed.getUint32(24, true);
  const headerLength = payloadHeaderLength(count);
  const length = u64(fixed, 16);
  if (
    fixed.getUint32(8, true) !== VERSION || count > MAX_PARTS ||
    fixed.getUint32(12, true) !== headerLength || length < headerLength ||
    start + length > region.size
  ) return undefined;

  const header = region.read(start, headerLength);
  if (fnv1a(header) !== fixed.getUint32(28, true)) return undefined;
  const rows = new DataView(header.buffer);
  const decoder = new TextDecoder();
  const parts: PayloadPart[] = [];
  for (let row = FIXED; row < headerLength; row += ROW) {
    const name = header.subarray(row, row + NAME);
    const offset = u64(rows, row + NAME);
    const partLength = u64(rows, row + NAME + 8);
    if (offset < headerLength || offset + partLength > length) return undefined;
    parts.push({
      name: decoder.decode(name.subarray(0, name.indexOf(0))),
      offset: start + offset,
      length: partLength,
      sha256: header.slice(row + NAME + 16, row + ROW),
    });
  }
  return { start, end: start + length, parts };
}

/**
 * The header of a payload with these parts.
 *
 * @param parts in order; offsets in bytes from the start of the payload
 * @param length bytes of the whole payload
 * @throws {RangeError} for a name of more than 31 bytes, or too many parts
 */
export function payloadHeader(
  parts: readonly PayloadPart[],
  length: number,
): Uint8Array<ArrayBuffer> {
  if (parts.length > MAX_PARTS) throw new RangeError("too many parts");
  const header = new Uint8Array(payloadHeaderLength(parts.length));
  const fields = new DataView(header.buffer);
  header.set(MAGIC);
  fields.setUint32(8, VERSION, true);
  fields.setUint32(12, header.length, true);
  fields.setBigUint64(16, BigInt(length), true);
  fields.setUint32(24, parts.length, true);
  parts.forEach((part, i) => {
    const row = FIXED + ROW * i;
    const name = new TextEncoder().encode(part.name);
    if (name.length >= NAME) throw new RangeError(`long name: ${part.name}`);
    header.set(name, row);
    fields.setBigUint64(row + NAME, BigInt(part.offset), true);
    fields.setBigUint64(row + NAME + 8, BigInt(part.length), true);
    header.set(part.sha256, row + NAME + 16);
  });
  fields.setUint32(28, fnv1a(header), true);
  return header;
}

/** Beyond 2^53 it is inexact, and larger than any file anyway. */
function u64(view: DataView, at: number): number {
  return view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
}

/**
 * FNV-1a, 32 bits (Fowler, Noll and Vo), over a header whose own field is taken
 * as 0. It guards against accidents and costs no import; the parts have SHA-256.
 */
function fnv1a(header: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < header.length; i++) {
    const byte = i >= 28 && i < FIXED ? 0 : header[i]!;
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash >>> 0;
}
