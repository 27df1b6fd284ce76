import { createHash } from "node:crypto";
import type { Region } from "../files/region.ts";

/** Bytes read at a time. */
const CHUNK = 1 << 20;

/** SHA-256 of a byte range of a region, read in chunks. */
export function sha256(
  region: Region,
  offset = 0,
  length = region.size - offset,
) {
  const hash = createHash("sha256");
  copy(region, offset, length, (bytes) => hash.update(bytes));
  return hash.digest();
}

/**
 * Passes a byte range of a region to `write` in chunks of at most 1 MiB. The
 * buffer is reused: a chunk is valid only during the call.
 */
export function copy(
  region: Region,
  offset: number,
  length: number,
  write: (bytes: Uint8Array<ArrayBuffer>) => void,
): void {
  const buffer = new Uint8Array(Math.min(CHUNK, length));
  for (let done = 0; done < length;) {
    const piece = buffer.subarray(0, Math.min(CHUNK, length - done));
    region.readInto(offset + done, piece);
    write(piece);
    done += piece.length;
  }
}
