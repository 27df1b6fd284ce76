import type { Region } from "../files/region.ts";

/** A file to put into an archive. */
export interface TarEntry {
  /** At most 100 bytes of ASCII. */
  name: string;
  region: Region;
  /** Permission bits. */
  mode: number;
}

/** Bytes of a header; file contents are padded to a multiple of it. */
const BLOCK = 512;
/** Bytes that tar reads at once; the archive is padded to a multiple of it. */
const RECORD = 10240;
/** Bytes of a file that are yielded at a time. */
const PIECE = 1 << 20;

/**
 * A tar archive (POSIX.1 ustar) of files without folders. It records no times and
 * no owners, so the same files give the same bytes.
 *
 * @throws {RangeError} (from the stream) for a name that is not plain ASCII or
 * longer than 100 bytes
 */
export function tar(entries: readonly TarEntry[]): ReadableStream<
  Uint8Array<ArrayBuffer>
> {
  return ReadableStream.from(pieces(entries));
}

function* pieces(entries: readonly TarEntry[]) {
  let length = 0;
  for (const entry of entries) {
    const size = entry.region.size;
    yield header(entry);

    for (let at = 0; at < size; at += PIECE) {
      yield entry.region.read(at, Math.min(PIECE, size - at));
    }
    const padding = (BLOCK - size % BLOCK) % BLOCK;
    yield new Uint8Array(padding);
    length += BLOCK + size + padding;
  }
  const end = Math.ceil((length + 2 * BLOCK) / RECORD) * RECORD;
  yield new Uint8Array(end - length);
}

function header({ name, region, mode }: TarEntry): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(BLOCK);
  const put = (at: number, text: string) =>
    bytes.set(new TextEncoder().encode(text), at);
  const octal = (at: number, digits: number, value: number) =>
    put(at, value.toString(8).padStart(digits, "0"));
  if (!/^[\w.-]{1,100}$/.test(name)) throw new RangeError(`name: ${name}`);
  put(0, name);
  octal(100, 7, mode);
  octal(108, 7, 0); // owner
  octal(116, 7, 0); // group
  octal(124, 11, region.size);
  octal(136, 11, 0); // time
  put(156, "0"); // a regular file
  put(257, "ustar\0" + "00");
  // The checksum is taken with its own field filled with spaces.
  put(148, " ".repeat(8));
  octal(148, 6, bytes.reduce((sum, byte) => sum + byte, 0));
  bytes[154] = 0;
  return bytes;
}
