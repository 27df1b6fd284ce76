import { createHash } from "node:crypto";
import { writeAll } from "../files/write_all.ts";
import { checksum } from "./checksum.ts";

/**
 * Vectors of an embedder that takes its time, kept beside the index from one
 * build to the next, and from one that was stopped to the one that goes on.
 *
 * ```text
 * 0   "DOCSVEC1"          8 bytes
 * 8   dimensions          u32
 * 12  checksum of 16..32  u32
 * 16  embedder            16 bytes, start of the SHA-256 of its id
 * 32  records: 16 bytes of the SHA-256 of the text, f32[dimensions], u32
 *     checksum of both
 * ```
 * Little-endian. Records are only ever added, several in one write. What
 * follows the first one that is cut short or damaged is dropped, so a build
 * that was killed loses what it was writing and nothing before.
 */

const MAGIC = new TextEncoder().encode("DOCSVEC1");
const HEADER_BYTES = 32;
const KEY_BYTES = 16;
/** Bytes that are read at a time. */
const STRETCH_BYTES = 1 << 20;

/** An open journal. Disposing of it closes the file and keeps it. */
export class VectorJournal implements Disposable {
  readonly #path: string;
  readonly #embedder: Uint8Array;
  readonly #records = new Map<string, number>();
  /** What was asked for or added since it was opened. */
  readonly #used = new Set<string>();
  #file: Deno.FsFile;
  /** 0 while nothing is in it. */
  #dimensions = 0;
  #end = 0;

  /**
   * Opens or makes a journal. What another embedder left in it is dropped.
   *
   * @param path the file; its folder exists
   * @param embedder id of the embedder
   */
  constructor(path: string, embedder: string) {
    this.#path = path;
    this.#embedder = digest(embedder);
    this.#file = Deno.openSync(path, { read: true, write: true, create: true });
    this.#load();
    this.#file.truncateSync(this.#end);
  }

  /** Vectors in it. */
  get size(): number {
    return this.#records.size;
  }

  /** The vector of a text. */
  get(text: string): Float32Array | undefined {
    const key = keyOf(text);
    this.#used.add(key);
    const record = this.#record(key);
    return record && new Float32Array(record.slice(KEY_BYTES, -4).buffer);
  }

  /**
   * Adds vectors of texts, all of one length. Those of another length than
   * before are of another model: what was there is dropped.
   */
  add(texts: string[], vectors: Float32Array[]): void {
    if (texts.length === 0) return;
    if (vectors[0]!.length !== this.#dimensions) {
      this.#begin(vectors[0]!.length);
    }
    const length = this.#recordBytes;
    const bytes = new Uint8Array(texts.length * length);
    texts.forEach((text, i) => {
      const record = bytes.subarray(i * length, (i + 1) * length);
      record.set(digest(text));
      record.set(bytesOf(vectors[i]!), KEY_BYTES);
      new DataView(record.buffer, record.byteOffset).setUint32(
        length - 4,
        checksum(record.subarray(0, length - 4)),
        true,
      );
    });
    const at = this.#end;
    this.#writeAt(at, bytes);
    texts.forEach((text, i) => {
      const key = keyOf(text);
      this.#used.add(key);
      this.#records.set(key, at + i * length);
    });
  }

  /**
   * Drops what was neither asked for nor added since the journal was opened:
   * the rest is written beside, then renamed.
   *
   * @param temporary the file beside
   */
  compact(temporary: string): void {
    const wanted = this.#used;
    if (this.#records.keys().every((key) => wanted.has(key))) return;
    const beside = Deno.openSync(temporary, {
      write: true,
      create: true,
      truncate: true,
    });
    try {
      writeAll(beside, this.#header());
      for (const key of this.#records.keys()) {
        const record = wanted.has(key) ? this.#record(key) : undefined;
        if (record) writeAll(beside, record);
      }
      beside.syncSync();
    } catch (error) {
      beside.close();
      Deno.removeSync(temporary);
      throw error;
    }
    beside.close();
    this.#file.close();
    Deno.renameSync(temporary, this.#path);
    this.#file = Deno.openSync(this.#path, { read: true, write: true });
    this.#load();
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }

  get #recordBytes(): number {
    return KEY_BYTES + 4 * this.#dimensions + 4;
  }

  #header(): Uint8Array {
    const header = new Uint8Array(HEADER_BYTES);
    const fields = new DataView(header.buffer);
    header.set(MAGIC);
    fields.setUint32(8, this.#dimensions, true);
    header.set(this.#embedder, 16);
    fields.setUint32(12, checksum(header.subarray(16)), true);
    return header;
  }

  #begin(dimensions: number): void {
    this.#records.clear();
    this.#file.truncateSync(0);
    this.#dimensions = dimensions;
    this.#end = 0;
    this.#writeAt(0, this.#header());
  }

  /** Finds the records, up to the first that is not whole. */
  #load(): void {
    this.#records.clear();
    this.#end = 0;
    this.#dimensions = 0;
    const { size } = this.#file.statSync();
    if (size < HEADER_BYTES) return;
    const header = new Uint8Array(HEADER_BYTES);
    this.#readAt(0, header);
    this.#dimensions = new DataView(header.buffer).getUint32(8, true);
    if (this.#header().some((byte, i) => byte !== header[i])) {
      this.#dimensions = 0;
      return;
    }
    this.#end = HEADER_BYTES;
    const length = this.#recordBytes;
    const some = Math.max(1, Math.floor(STRETCH_BYTES / length));
    const stretch = new Uint8Array(some * length);
    while (size - this.#end >= length) {
      const count = Math.min(some, Math.floor((size - this.#end) / length));
      const part = stretch.subarray(0, count * length);
      if (!this.#readAt(this.#end, part)) return;
      for (let i = 0; i < count; i++) {
        const record = stretch.subarray(i * length, (i + 1) * length);
        if (!isWhole(record)) return;
        this.#records.set(record.subarray(0, KEY_BYTES).toHex(), this.#end);
        this.#end += length;
      }
    }
  }

  /** A record; undefined when another build has written over it meanwhile. */
  #record(key: string): Uint8Array<ArrayBuffer> | undefined {
    const at = this.#records.get(key);
    if (at === undefined) return undefined;
    const record = new Uint8Array(this.#recordBytes);
    const same = this.#readAt(at, record) && isWhole(record) &&
      record.subarray(0, KEY_BYTES).toHex() === key;
    return same ? record : undefined;
  }

  /** Whether there were as many bytes. */
  #readAt(at: number, into: Uint8Array): boolean {
    this.#file.seekSync(at, Deno.SeekMode.Start);
    for (let done = 0; done < into.length;) {
      const count = this.#file.readSync(into.subarray(done));
      if (count === null) return false;
      done += count;
    }
    return true;
  }

  #writeAt(at: number, bytes: Uint8Array): void {
    this.#file.seekSync(at, Deno.SeekMode.Start);
    writeAll(this.#file, bytes);
    this.#end = at + bytes.length;
  }
}

function isWhole(record: Uint8Array): boolean {
  const end = record.length - 4;
  const sum = new DataView(record.buffer, record.byteOffset)
    .getUint32(end, true);
  return checksum(record.subarray(0, end)) === sum;
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest().subarray(0, KEY_BYTES);
}

function keyOf(text: string): string {
  return digest(text).toHex();
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
