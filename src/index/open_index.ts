import type { Region } from "../files/region.ts";
import { UserError } from "../user_error.ts";
import { CheckedRegion } from "./checked_region.ts";
import { checksum } from "./checksum.ts";
import { decodeHeader } from "./index_header.ts";
import { HEADER_BYTES, type Manifest, pageCount } from "./layout.ts";
import { PackedIndex } from "./packed_index.ts";

/**
 * Opens an index: reads and checks header, page table and manifest. The parts are
 * read when needed.
 *
 * @param region The index file, or its byte range in an executable.
 * @param path Its name, for messages.
 * @throws {UserError} not an index, truncated, damaged, or of another version.
 */
export function openIndex(region: Region, path: string): PackedIndex {
  const start = region.read(0, Math.min(HEADER_BYTES, region.size));
  const header = decodeHeader(start, region.size, path);
  const pages = pageCount(header.dataLength);
  const tail = region.read(
    HEADER_BYTES + header.dataLength,
    4 * pages + header.manifestLength,
  );
  if (checksum(tail) !== header.tailChecksum) {
    throw new UserError(
      `the index ${path} is damaged: its manifest does not match its checksum`,
      "Build it again: docs build FOLDER -o FILE",
    );
  }
  const manifest: Manifest = JSON.parse(
    new TextDecoder().decode(tail.subarray(4 * pages)),
  );
  const sums = new Uint32Array(tail.buffer, 0, pages);
  const data = new CheckedRegion(region, path, header.dataLength, sums);
  const { created } = manifest.info;
  return new PackedIndex(
    data,
    manifest,
    path,
    // The tail includes the checksums of all pages, so this covers all content.
    `${created} ${region.size} ${header.tailChecksum}`,
  );
}
