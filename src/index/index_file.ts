import { crc32 } from "node:zlib";
import { UserError } from "../user_error.ts";
import {
  FORMAT_VERSION,
  type Header,
  HEADER_BYTES,
  MAGIC,
  type Manifest,
  PAGE_BYTES,
  type Part,
  type PartName,
} from "./layout.ts";

/**
 * Writes the parts of an index beside its place and puts it there in one step
 * when it is whole. Pages are checksummed as they pass.
 */
export class IndexFileWriter {
  readonly #temporary: string;
  readonly #file: Deno.FsFile;
  readonly #page = new Uint8Array(PAGE_BYTES);
  readonly #sums: number[] = [];
  readonly #parts: Partial<Record<PartName, Part>> = {};
  #filled = 0;
  #length = 0;

  /** @param path Where the index will be; its folder exists. */
  constructor(readonly path: string) {
    this.#temporary = `${path}.${Deno.pid}.tmp`;
    this.#file = Deno.openSync(this.#temporary, {
      write: true,
      create: true,
      truncate: true,
    });
    this.#file.seekSync(HEADER_BYTES, Deno.SeekMode.Start);
  }

  /** Begins a part; what is appended from here on is in it. */
  begin(name: PartName, align = 16): void {
    const gap = (align - this.#length % align) % align;
    if (gap > 0) this.append(new Uint8Array(gap));
    this.#parts[name] = { offset: this.#length, length: 0 };
  }

  /** Ends the part that was begun. */
  end(name: PartName): void {
    const part = this.#parts[name]!;
    part.length = this.#length - part.offset;
  }

  /** A whole part. */
  part(name: PartName, bytes: ArrayBufferView): void {
    this.begin(name, bytes.byteLength >= 4 * PAGE_BYTES ? PAGE_BYTES : 16);
    this.append(
      new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    );
    this.end(name);
  }

  /** Bytes of the part that was begun. */
  append(bytes: Uint8Array): void {
    this.#length += bytes.length;
    for (let at = 0; at < bytes.length;) {
      const take = Math.min(PAGE_BYTES - this.#filled, bytes.length - at);
      this.#page.set(bytes.subarray(at, at + take), this.#filled);
      this.#filled += take;
      at += take;
      if (this.#filled === PAGE_BYTES) this.#flush();
    }
  }

  /**
   * Writes page table, manifest and header, flushes to the disk and renames.
   *
   * @returns Bytes of the finished file.
   */
  finish(manifest: Omit<Manifest, "parts">): number {
    if (this.#filled > 0) this.#flush();
    const json = new TextEncoder().encode(JSON.stringify({
      ...manifest,
      parts: this.#parts,
    }));
    const sums = new Uint8Array(Uint32Array.from(this.#sums).buffer);
    writeAll(this.#file, sums);
    writeAll(this.#file, json);
    const fileLength = HEADER_BYTES + this.#length + sums.length + json.length;
    this.#file.seekSync(0, Deno.SeekMode.Start);
    writeAll(
      this.#file,
      encodeHeader({
        version: FORMAT_VERSION,
        manifestLength: json.length,
        dataLength: this.#length,
        fileLength,
        tailChecksum: crc32(json, crc32(sums)),
      }),
    );
    this.#file.syncSync();
    this.#file.close();
    Deno.renameSync(this.#temporary, this.path);
    return fileLength;
  }

  /** Gives up: nothing of it stays. Harmless after `finish`. */
  abandon(): void {
    try {
      this.#file.close();
    } catch { /* closed by finish */ }
    try {
      Deno.removeSync(this.#temporary);
    } catch { /* renamed by finish, or never made */ }
  }

  #flush(): void {
    const page = this.#page.subarray(0, this.#filled);
    this.#sums.push(crc32(page));
    writeAll(this.#file, page);
    this.#filled = 0;
  }
}

/** Header of an index file. */
export function encodeHeader(header: Header): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  bytes.set(new TextEncoder().encode(MAGIC));
  const view = new DataView(bytes.buffer);
  view.setUint32(8, header.version, true);
  view.setUint32(12, header.manifestLength, true);
  view.setFloat64(16, header.dataLength, true);
  view.setFloat64(24, header.fileLength, true);
  view.setUint32(32, header.tailChecksum, true);
  view.setUint32(36, crc32(bytes.subarray(0, 36)), true);
  return bytes;
}

/**
 * Reads and judges a header.
 *
 * @param bytes The first 64 bytes of the file, fewer where it is shorter.
 * @param size Bytes of the file.
 * @throws {UserError} not an index, another version, damaged, cut short.
 */
export function decodeHeader(
  bytes: Uint8Array<ArrayBuffer>,
  size: number,
  path: string,
): Header {
  const magic = new TextDecoder("latin1").decode(bytes.subarray(0, 8));
  const rebuild = "Build it again: docs build FOLDER -o FILE";
  if (magic !== MAGIC) {
    throw new UserError(
      size === 0
        ? `${path} is empty, not a docs index`
        : `${path} is not a docs index`,
      size < HEADER_BYTES || MAGIC.startsWith(magic) ? rebuild : undefined,
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
  const damaged = crc32(bytes.subarray(0, 36)) !== view.getUint32(36, true);
  if (version !== FORMAT_VERSION) {
    throw new UserError(
      `the index ${path} has format version ${version}; this docs reads version ${FORMAT_VERSION}`,
      rebuild,
    );
  }
  if (damaged) {
    throw new UserError(`the header of the index ${path} is damaged`, rebuild);
  }
  if (size !== header.fileLength) {
    throw new UserError(
      `the index ${path} is cut short: it has ${size} of ${header.fileLength} bytes`,
      rebuild,
    );
  }
  return header;
}

function writeAll(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    at += file.writeSync(bytes.subarray(at));
  }
}
