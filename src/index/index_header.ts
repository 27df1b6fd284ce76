import { UserError } from "../user_error.ts";
import { checksum } from "./checksum.ts";
import {
  FORMAT_VERSION,
  type Header,
  HEADER_BYTES,
  MAGIC,
  OLDEST_VERSION,
} from "./layout.ts";

/** Encodes the header of an index file, `HEADER_BYTES` bytes. */
export function encodeHeader(header: Header): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  bytes.set(new TextEncoder().encode(MAGIC));
  const view = new DataView(bytes.buffer);
  view.setUint32(8, header.version, true);
  view.setUint32(12, header.manifestLength, true);
  view.setFloat64(16, header.dataLength, true);
  view.setFloat64(24, header.fileLength, true);
  view.setUint32(32, header.tailChecksum, true);
  view.setUint32(36, checksum(bytes.subarray(0, 36)), true);
  return bytes;
}

/**
 * Decodes and checks a header.
 *
 * @param bytes The first 64 bytes of the file, or all if it is shorter.
 * @param size Bytes of the file.
 * @param path Its name, for messages.
 * @throws {UserError} not an index, another version, damaged, truncated.
 */
export function decodeHeader(
  bytes: Uint8Array<ArrayBuffer>,
  size: number,
  path: string,
): Header {
  // Not TextDecoder("latin1"): loading its tables costs a start 0.2 ms.
  const magic = String.fromCharCode(...bytes.subarray(0, 8));
  const rebuild = "Build it again: docs build FOLDER -o FILE";
  if (magic !== MAGIC) {
    throw new UserError(
      size === 0
        ? `${path} is empty, not a docs index`
        : `${path} is not a docs index`,
      "Name an index with --index FILE, or build one: docs build FOLDER -o FILE",
    );
  }
  if (bytes.length < HEADER_BYTES) {
    throw new UserError(
      `the index ${path} is cut short: it has ${size} bytes`,
      rebuild,
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  const version = view.getUint32(8, true);
  const header: Header = {
    version,
    manifestLength: view.getUint32(12, true),
    dataLength: view.getFloat64(16, true),
    fileLength: view.getFloat64(24, true),
    tailChecksum: view.getUint32(32, true),
  };
  const damaged = checksum(bytes.subarray(0, 36)) !== view.getUint32(36, true);
  if (version < OLDEST_VERSION || version > FORMAT_VERSION) {
    throw new UserError(
      `the index ${path} has format version ${version}; this docs reads versions ${OLDEST_VERSION} to ${FORMAT_VERSION}`,
      rebuild,
    );
  }
  if (damaged) {
    throw new UserError(`the header of the index ${path} is damaged`, rebuild);
  }
  if (size !== header.fileLength) {
    throw new UserError(
      size < header.fileLength
        ? `the index ${path} is cut short: it has ${size} of ${header.fileLength} bytes`
        : `the index ${path} is damaged: it has ${size} bytes, not ${header.fileLength}`,
      rebuild,
    );
  }
  return header;
}
