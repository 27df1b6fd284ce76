import { createHash } from "node:crypto";
import { writeAll } from "../files/write_all.ts";
import { checksum } from "./checksum.ts";

/**
 * A cache of the passage vectors of a slow embedder, in a file beside the index. It
 * lets the next build reuse them, and an interrupted build continue.
 *
 * ```text
 * 0   "DOCSVEC1"          8 bytes
 * 8   dimensions          u32
 * 12  checksum of 16..32  u32
 * 16  embedder            first 16 bytes of the SHA-256 of its id
 * 32  records: first 16 bytes of the SHA-256 of the text, f32[dimensions],
 *     u32 checksum of both
 * ```
 * Little-endian. Records are only appended, a batch per write. Opening truncates the
 * file before the first incomplete or damaged record, so a killed build loses only
 * its last batch.
 */

const MAGIC = new TextEncoder().encode("DOCSVEC1");
const HEADER_BYTES = 32;
const KEY_BYTES = 16;
/** Bytes read at a time when opening. */
const READ_BYTES = 1 << 20;

/** An open journal. Disposing closes the file; it is not deleted. */
export class VectorJournal implements Disposable {
  readonly #path: string;
  readonly #embedder: Uint8Array;
  /** File offset of each record by the key of its text. */
  readonly #records = new Map<string, number>();
  /** Keys that were requested or added since opening. */
  readonly #used = new Set<string>();
  #file: Deno.FsFile;
  /** 0 while the journal is empty. */
  #dimensions = 0;
  /** File offset for the next record. */
  #end = 0;

  /**
   * Opens or creates a journal. Vectors of another embedder are dropped.
   *
   * @param path the file; its folder must exist
   * @param embedder id of the embedder
   */
  constructor(path: string, embedder: string) {
    this.#path = path;
    this.#embedder = digest(embedder);
    this.#file = Deno.openSync(path, { read: true, write: true, create: true });
    this.#load();
    this.#file.truncateSync(this.#end);
  }

  /** Number of vectors. */
  get size(): number {
    return this.#records.size;
  }

  /** The vector of a text, `Float32Array[dimensions]`; undefined if there is none. */
  get(text: string): Float32Array | undefined {
    const key = keyOf(text);
    this.#used.add(key);
    const record = this.#record(key);
    return record && new Float32Array(record.slice(KEY_BYTES, -4).buffer);
  }

  /**
   * Adds the vectors of texts, all of one length. If that differs from the length of
   * the existing vectors, another model made those, and they are dropped.
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
   * Drops the vectors that were neither requested nor added since opening: writes the
   * others to a temporary file and renames it.
   *
   * @param temporary path of the temporary file, in the same folder
   */
  compact(temporary: string): void {
    const wanted = this.#used;
    if (this.#records.keys().every((key) => wanted.has(key))) return;
    const compacted = Deno.openSync(temporary, {
      write: true,
      create: true,
      truncate: true,
    });
    try {
      writeAll(compacted, this.#header());
      for (const key of this.#records.keys()) {
        const record = wanted.has(key) ? this.#record(key) : undefined;
        if (record) writeAll(compacted, record);
      }
      compacted.syncSync();
    } catch (error) {
      compacted.close();
      Deno.removeSync(temporary);
      throw error;
    }
    compacted.close();
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

  /** Reads the header and the records, up to the first damaged one. */
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
    const perRead = Math.max(1, Math.floor(READ_BYTES / length));
    const buffer = new Uint8Array(perRead * length);
    while (size - this.#end >= length) {
      const count = Math.min(perRead, Math.floor((size - this.#end) / length));
      const part = buffer.subarray(0, count * length);
      if (!this.#readAt(this.#end, part)) return;
      for (let i = 0; i < count; i++) {
        const record = buffer.subarray(i * length, (i + 1) * length);
        if (!isIntact(record)) return;
        this.#records.set(record.subarray(0, KEY_BYTES).toHex(), this.#end);
        this.#end += length;
      }
    }
  }

  /** Reads a record; undefined if there is none, or a concurrent build overwrote it. */
  #record(key: string): Uint8Array<ArrayBuffer> | undefined {
    const at = this.#records.get(key);
    if (at === undefined) return undefined;
    const record = new Uint8Array(this.#recordBytes);
    const same = this.#readAt(at, record) && isIntact(record) &&
      record.subarray(0, KEY_BYTES).toHex() === key;
    return same ? record : undefined;
  }

  /** Fills `into`; returns false if the file ends before. */
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

function isIntact(record: Uint8Array): boolean {
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
