/**
 * Random access to bytes. Every index and table is read through a `Region`, whether it is a file, a byte
 * range inside an executable, or memory.
 *
 * @module
 */

import { UserError } from "../user_error.ts";

/** A byte range of a file or of memory, read by offset. */
export interface Region {
  /** Length of the region in bytes. */
  readonly size: number;
  /**
   * Reads `length` bytes from `offset` (bytes, relative to the region).
   *
   * @returns a new array of exactly `length` bytes, at offset 0 of its own buffer
   * @throws {RangeError} when the range is not inside the region
   * @throws {UserError} when the file has become shorter
   */
  read(offset: number, length: number): Uint8Array<ArrayBuffer>;
  /** Like `read`, but fills the caller's array: `into.length` bytes from `offset`. */
  readInto(offset: number, into: Uint8Array): void;
  /** Closes the file. A closed region cannot be read; closing twice is harmless. */
  close(): void;
}

/**
 * Opens a file, or a byte range of it, as a region. The file stays open: when another one is renamed over
 * it, the region still reads the old content.
 *
 * @param path file to read
 * @param offset first byte of the range (default 0)
 * @param length bytes in the range (default: to the end of the file)
 * @throws {UserError} when the file is shorter than the range
 * @throws {Deno.errors.NotFound | Deno.errors.PermissionDenied} as `Deno.openSync`
 */
export function fileRegion(path: string, offset = 0, length?: number): Region {
  const file = Deno.openSync(path, { read: true });
  let open = true;
  let size: number;
  try {
    // Not statSync: it makes Date objects, and the first one costs a start 0.2 ms.
    const available = file.seekSync(0, Deno.SeekMode.End) - offset;
    size = length ?? available;
    if (offset < 0 || size < 0 || size > available) {
      throw endedEarly(
        `${path} ends at byte ${offset + available}, before byte ${
          offset + size
        } that is needed`,
      );
    }
  } catch (error) {
    file.close();
    throw error;
  }

  const readInto = (from: number, into: Uint8Array): void => {
    checkRange(from, into.length, size);
    if (into.length === 0) return;
    file.seekSync(offset + from, Deno.SeekMode.Start);
    // A read may return fewer bytes than requested; only null means the end.
    for (let done = 0; done < into.length;) {
      const count = file.readSync(done === 0 ? into : into.subarray(done));
      if (count === null) {
        throw endedEarly(
          `${path} ended at byte ${offset + from + done} while it was read`,
        );
      }
      done += count;
    }
  };
  return {
    size,
    readInto,
    read(from, count) {
      // Checked before allocating: a damaged length must not ask for gigabytes.
      checkRange(from, count, size);
      const bytes = new Uint8Array(count);
      readInto(from, bytes);
      return bytes;
    },
    close() {
      if (open) file.close();
      open = false;
    },
  };
}

/**
 * A byte range of another region. It takes over the other region: closing it
 * closes both.
 *
 * @throws {RangeError} when the range is not inside the region
 */
export function regionWithin(
  region: Region,
  offset: number,
  length: number,
): Region {
  checkRange(offset, length, region.size);
  return {
    size: length,
    read(from, count) {
      checkRange(from, count, length);
      return region.read(offset + from, count);
    },
    readInto(from, into) {
      checkRange(from, into.length, length);
      region.readInto(offset + from, into);
    },
    close: () => region.close(),
  };
}

/** Bytes in memory as a region. Only reads copy them. */
export function memoryRegion(bytes: Uint8Array): Region {
  const readInto = (from: number, into: Uint8Array): void => {
    checkRange(from, into.length, bytes.length);
    into.set(bytes.subarray(from, from + into.length));
  };
  return {
    size: bytes.length,
    readInto,
    read(from, count) {
      checkRange(from, count, bytes.length);
      return bytes.slice(from, from + count) as Uint8Array<ArrayBuffer>;
    },
    close() {},
  };
}

function endedEarly(what: string): UserError {
  return new UserError(
    what,
    "It was cut short, or changed while it was read; make or copy it again.",
  );
}

function checkRange(offset: number, length: number, size: number): void {
  if (
    !Number.isSafeInteger(offset) || !Number.isSafeInteger(length) ||
    offset < 0 || length < 0 ||
    offset + length > size
  ) {
    throw new RangeError(
      `bytes ${offset} to ${
        offset + length
      } are not inside a region of ${size} bytes`,
    );
  }
}
