import type { Region } from "../files/region.ts";
import { UserError } from "../user_error.ts";
import { checksum } from "./checksum.ts";
import { HEADER_BYTES, PAGE_BYTES } from "./layout.ts";

/** Maximum pages in the cache; 512 pages of 16 KiB are 8 MiB. */
const CACHED_PAGES = 512;

/** Pages read before their checksums are computed, while they are in the CPU's cache. */
const PAGES_AT_ONCE = 16;

/**
 * The data of an index file, read by offset. Every page is checked against its
 * checksum before any of its bytes are used, so damage gives an error and never a
 * wrong answer.
 */
export class CheckedRegion {
  readonly #region: Region;
  readonly #length: number;
  readonly #sums: Uint32Array;
  readonly #verified: Uint8Array;
  readonly #cache = new Map<number, Uint8Array<ArrayBuffer>>();
  /** Memory of `readBriefly`. */
  #scratch = new Uint8Array(0);

  /**
   * @param region The whole index file.
   * @param path Its name, for messages.
   * @param length Bytes of data after the header.
   * @param sums Checksum of each page.
   */
  constructor(
    region: Region,
    readonly path: string,
    length: number,
    sums: Uint32Array,
  ) {
    this.#region = region;
    this.#length = length;
    this.#sums = sums;
    this.#verified = new Uint8Array(sums.length);
  }

  /**
   * Reads `length` bytes from `offset` of the data. The result may be a view of a
   * cached page and must not be written to.
   *
   * @throws {UserError} when the checksum of a page does not match
   */
  read(offset: number, length: number): Uint8Array<ArrayBuffer> {
    return this.#read(offset, length, (bytes) => new Uint8Array(bytes));
  }

  /**
   * Like `read`, but the next call may overwrite the result. Allocating 48 KB costs
   * as much as reading them.
   */
  readBriefly(offset: number, length: number): Uint8Array<ArrayBuffer> {
    return this.#read(offset, length, (bytes) => {
      if (this.#scratch.length < bytes) this.#scratch = new Uint8Array(bytes);
      return this.#scratch.subarray(0, bytes);
    });
  }

  /**
   * Reads into memory of the caller.
   *
   * @param offset Fast at the start of a page; other ranges are copied from `read`.
   * @param sum Computes the checksum of whole pages in that memory.
   */
  readInto(offset: number, into: Uint8Array, sum = checksum): void {
    const pages = Math.floor(into.length / PAGE_BYTES);
    const first = offset / PAGE_BYTES;
    if (pages === 0 || !Number.isInteger(first)) {
      into.set(this.read(offset, into.length));
      return;
    }
    for (let page = 0; page < pages; page += PAGES_AT_ONCE) {
      const end = Math.min(page + PAGES_AT_ONCE, pages);
      const at = page * PAGE_BYTES;
      this.#region.readInto(
        HEADER_BYTES + offset + at,
        into.subarray(at, end * PAGE_BYTES),
      );
      for (let i = page; i < end; i++) {
        const bytes = into.subarray(i * PAGE_BYTES, (i + 1) * PAGE_BYTES);
        this.#check(first + i, bytes, sum);
      }
    }
    const whole = pages * PAGE_BYTES;
    if (whole < into.length) {
      into.set(this.read(offset + whole, into.length - whole), whole);
    }
  }

  /** Whether the checksums of all pages of a byte range match. */
  verify(offset: number, length: number): boolean {
    try {
      for (let at = offset; at < offset + length; at += PAGE_BYTES * 64) {
        this.read(at, Math.min(PAGE_BYTES * 64, offset + length - at));
      }
      return true;
    } catch (error) {
      if (error instanceof UserError) return false;
      throw error;
    }
  }

  /** Closes the file behind it. */
  close(): void {
    this.#cache.clear();
    this.#region.close();
  }

  #read(
    offset: number,
    length: number,
    memory: (bytes: number) => Uint8Array<ArrayBuffer>,
  ): Uint8Array<ArrayBuffer> {
    if (length === 0) return new Uint8Array(0);
    const first = Math.floor(offset / PAGE_BYTES);
    const last = Math.floor((offset + length - 1) / PAGE_BYTES);
    const from = offset - first * PAGE_BYTES;
    const pages = first === last
      ? this.#page(first)
      : this.#pages(first, last, memory);
    return pages.subarray(from, from + length);
  }

  #page(page: number): Uint8Array<ArrayBuffer> {
    const kept = this.#cache.get(page);
    if (kept !== undefined) return kept;
    const bytes = this.#pages(page, page, (bytes) => new Uint8Array(bytes));
    if (this.#cache.size >= CACHED_PAGES) {
      for (const oldest of this.#cache.keys()) {
        this.#cache.delete(oldest);
        break;
      }
    }
    this.#cache.set(page, bytes);
    return bytes;
  }

  #pages(
    first: number,
    last: number,
    memory: (bytes: number) => Uint8Array<ArrayBuffer>,
  ): Uint8Array<ArrayBuffer> {
    const from = first * PAGE_BYTES;
    const to = Math.min((last + 1) * PAGE_BYTES, this.#length);
    if (to <= from) throw this.#damaged(first);
    const bytes = memory(to - from);
    this.#region.readInto(HEADER_BYTES + from, bytes);
    for (let page = first; page <= last; page++) {
      const at = (page - first) * PAGE_BYTES;
      this.#check(page, bytes.subarray(at, at + PAGE_BYTES));
    }
    return bytes;
  }

  #check(page: number, bytes: Uint8Array, sum = checksum): void {
    if (this.#verified[page] === 1) return;
    if (sum(bytes) !== this.#sums[page]) throw this.#damaged(page);
    this.#verified[page] = 1;
  }

  #damaged(page: number): UserError {
    return new UserError(
      `the index ${this.path} is damaged: bytes ${
        HEADER_BYTES + page * PAGE_BYTES
      } and following do not match their checksum`,
      "Build it again: docs build FOLDER -o FILE",
    );
  }
}
