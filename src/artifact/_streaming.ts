import { createHash } from "node:crypto";
import type { Region } from "../files/region.ts";

/** Bytes that are in memory at once while something large is copied. */
const CHUNK = 1 << 20;

/** SHA-256 of a stretch of a region, streamed. */
export function sha256(
  region: Region,
  offset = 0,
  length = region.size - offset,
) {
  const hash = createHash("sha256");
  copy(region, offset, length, (bytes) => hash.update(bytes));
  return hash.digest();
}

/** Gives a stretch of a region in pieces; each piece is valid until the next. */
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
