import { createHash } from "node:crypto";
import {
  aligned,
  payloadHeader,
  payloadHeaderLength,
  type PayloadPart,
} from "./payload.ts";
import type { Region } from "../files/region.ts";
import { copy } from "./_streaming.ts";
import { writeAll } from "../files/write_all.ts";

/** A part of a payload. Its name has at most 31 bytes of UTF-8. */
export interface PartToWrite {
  name: string;
  region: Region;
}

/**
 * Writes a payload at the file's position, which moves to its end. The parts are
 * streamed and hashed; the header, which contains the hashes, is written last into
 * the space reserved for it.
 *
 * @param file opened for writing, not for appending
 * @returns the number of bytes written, a multiple of 16
 */
export function writePayload(
  file: Deno.FsFile,
  parts: readonly PartToWrite[],
): number {
  const start = file.seekSync(0, Deno.SeekMode.Current);
  const rows: PayloadPart[] = [];
  let length = aligned(payloadHeaderLength(parts.length));
  writeAll(file, new Uint8Array(length));
  for (const { name, region } of parts) {
    const hash = createHash("sha256");
    copy(region, 0, region.size, (bytes) => {
      hash.update(bytes);
      writeAll(file, bytes);
    });
    const padded = aligned(region.size);
    writeAll(file, new Uint8Array(padded - region.size));
    rows.push({
      name,
      offset: length,
      length: region.size,
      sha256: hash.digest(),
    });
    length += padded;
  }
  file.seekSync(start, Deno.SeekMode.Start);
  writeAll(file, payloadHeader(rows, length));
  file.seekSync(start + length, Deno.SeekMode.Start);
  return length;
}
