/**
 * The container of the index and asset files in an executable: a small header with
 * the name, offset and hash of each part, then the parts. To read it, only its
 * start in the file must be known.
 *
 * ```text
 * 0   "docs-pay"            8 bytes
 * 8   version               u32, 1
 * 12  header length         u32, bytes
 * 16  payload length        u64, bytes, with header and padding
 * 24  number of parts       u32
 * 28  FNV-1a of the header  u32, computed with this field as 0
 * 32  a row per part, 80 bytes: name (32 bytes, UTF-8, zero-padded),
 *     offset from the start of the payload (u64), length (u64), SHA-256 (32)
 * ```
 * Little-endian. Every part and the end are aligned to 16 bytes, so that what
 * follows the payload keeps its alignment.
 *
 * @module
 */

import type { Region } from "../files/region.ts";

/** Position and hash of a part. */
export interface PayloadPart {
  readonly name: string;
  /** Byte offset of the part: in the region when read, in the payload when written. */
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
  readonly sha256: Uint8Array;
}

/** The position of a payload in a region, and its parts in order. */
export interface Payload {
  /** Byte offset of the payload in the region. */
  readonly start: number;
  /** Byte offset of its end. */
  readonly end: number;
  readonly parts: readonly PayloadPart[];
}

/** Bytes. */
export const PAYLOAD_ALIGNMENT = 16;
const MAGIC = new TextEncoder().encode("docs-pay");
const VERSION = 1;
const FIXED_BYTES = 32;
const ROW_BYTES = 80;
const NAME_BYTES = 32;
const MAX_PARTS = 64;

/** Rounds a length in bytes up to the alignment of parts. */
export function aligned(length: number): number {
  return Math.ceil(length / PAYLOAD_ALIGNMENT) * PAYLOAD_ALIGNMENT;
}

/** Length in bytes of the header for `count` parts. */
export function payloadHeaderLength(count: number): number {
  return FIXED_BYTES + ROW_BYTES * count;
}

/**
 * Reads the header of the payload that begins at `start`. Two small reads.
 *
 * @param region the executable
 * @param start byte offset at which the payload would begin
 * @returns undefined when there is no payload, or its header is damaged, has
 * another version, or points outside the region
 */
export function openPayload(
  region: Region,
  start: number,
): Payload | undefined {
  if (start + FIXED_BYTES > region.size) return undefined;
  const fixed = new DataView(region.read(start, FIXED_BYTES).buffer);
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
  for (let row = FIXED_BYTES; row < headerLength; row += ROW_BYTES) {
    const name = header.subarray(row, row + NAME_BYTES);
    const offset = u64(rows, row + NAME_BYTES);
    const partLength = u64(rows, row + NAME_BYTES + 8);
    if (offset < headerLength || offset + partLength > length) return undefined;
    parts.push({
      name: decoder.decode(name.subarray(0, name.indexOf(0))),
      offset: start + offset,
      length: partLength,
      sha256: header.slice(row + NAME_BYTES + 16, row + ROW_BYTES),
    });
  }
  return { start, end: start + length, parts };
}

/**
 * Encodes the header of a payload.
 *
 * @param parts in order; offsets are relative to the start of the payload
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
    const row = FIXED_BYTES + ROW_BYTES * i;
    const name = new TextEncoder().encode(part.name);
    if (name.length >= NAME_BYTES) {
      throw new RangeError(`long name: ${part.name}`);
    }
    header.set(name, row);
    fields.setBigUint64(row + NAME_BYTES, BigInt(part.offset), true);
    fields.setBigUint64(row + NAME_BYTES + 8, BigInt(part.length), true);
    header.set(part.sha256, row + NAME_BYTES + 16);
  });
  fields.setUint32(28, fnv1a(header), true);
  return header;
}

/** Reads a u64. Above 2^53 it is inexact, but then larger than any file. */
function u64(view: DataView, at: number): number {
  return view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
}

/**
 * FNV-1a, 32 bits (Fowler, Noll and Vo), of a header, with its own field as 0. It
 * detects accidental damage and needs no import; the parts have SHA-256.
 */
function fnv1a(header: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < header.length; i++) {
    const byte = i >= 28 && i < FIXED_BYTES ? 0 : header[i]!;
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash >>> 0;
}
