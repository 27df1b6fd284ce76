import { writeAll } from "../files/write_all.ts";
import { checksum } from "./checksum.ts";
import { encodeHeader } from "./index_header.ts";
import {
  FORMAT_VERSION,
  HEADER_BYTES,
  type Manifest,
  PAGE_BYTES,
  type Part,
  type PartName,
} from "./layout.ts";

/**
 * Writes the parts of an index, with a checksum for each page, to a temporary file
 * and renames it at the end.
 */
export class IndexFileWriter {
  readonly #temporary: string;
  readonly #file: Deno.FsFile;
  readonly #page = new Uint8Array(PAGE_BYTES);
  readonly #sums: number[] = [];
  readonly #parts: Partial<Record<PartName, Part>> = {};
  #filled = 0;
  #length = 0;

  /** @param path Path of the index; its folder must exist. */
  constructor(readonly path: string) {
    this.#temporary = `${path}.${Deno.pid}.tmp`;
    this.#file = Deno.openSync(this.#temporary, {
      write: true,
      create: true,
      truncate: true,
    });
    this.#file.seekSync(HEADER_BYTES, Deno.SeekMode.Start);
  }

  /** Begins a part, aligned to `align` bytes; appended bytes belong to it. */
  begin(name: PartName, align = 16): void {
    const gap = (align - this.#length % align) % align;
    if (gap > 0) this.append(new Uint8Array(gap));
    this.#parts[name] = { offset: this.#length, length: 0 };
  }

  /** Ends the current part. */
  end(name: PartName): void {
    const part = this.#parts[name]!;
    part.length = this.#length - part.offset;
  }

  /** Writes a whole part; large ones begin at a page. */
  part(name: PartName, bytes: ArrayBufferView): void {
    this.begin(name, bytes.byteLength >= 4 * PAGE_BYTES ? PAGE_BYTES : 16);
    this.append(
      new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    );
    this.end(name);
  }

  /** Appends bytes to the current part. */
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
    const tail = new Uint8Array(4 * this.#sums.length + json.length);
    tail.set(new Uint8Array(Uint32Array.from(this.#sums).buffer));
    tail.set(json, 4 * this.#sums.length);
    writeAll(this.#file, tail);
    const fileLength = HEADER_BYTES + this.#length + tail.length;
    this.#file.seekSync(0, Deno.SeekMode.Start);
    writeAll(
      this.#file,
      encodeHeader({
        version: FORMAT_VERSION,
        manifestLength: json.length,
        dataLength: this.#length,
        fileLength,
        tailChecksum: checksum(tail),
      }),
    );
    this.#file.syncSync();
    this.#file.close();
    this.#keepMode();
    Deno.renameSync(this.#temporary, this.path);
    return fileLength;
  }

  /** Keeps the permission bits of the index that is replaced. */
  #keepMode(): void {
    if (Deno.build.os === "windows") return;
    try {
      const { mode } = Deno.statSync(this.path);
      if (mode !== null) Deno.chmodSync(this.#temporary, mode & 0o777);
    } catch { /* there is no old index */ }
  }

  /** Removes the temporary file. Harmless after `finish`. */
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
    this.#sums.push(checksum(page));
    writeAll(this.#file, page);
    this.#filled = 0;
  }
}
