/** Decoded blocks kept in memory. */
const CACHED_BLOCKS = 24;

/** Reads slices of the text that a `TextStoreWriter` stored. */
export class TextStore {
  readonly #starts: Uint32Array;
  readonly #offsets: Uint32Array;
  readonly #read: (offset: number, length: number) => Uint8Array<ArrayBuffer>;
  readonly #cache = new Map<number, Promise<string>>();
  static readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  /**
   * @param index The index part.
   * @param read Reads bytes of the text part.
   */
  constructor(
    index: Uint32Array,
    read: (offset: number, length: number) => Uint8Array<ArrayBuffer>,
  ) {
    const count = index.length / 2;
    this.#starts = index.subarray(0, count);
    this.#offsets = index.subarray(count);
    this.#read = read;
  }

  /** The text from unit `start` to unit `end`. */
  async slice(start: number, end: number): Promise<string> {
    if (start >= end) return "";
    const first = this.#find(start), last = this.#find(end - 1);
    const blocks: Promise<string>[] = [];
    for (let block = first; block <= last; block++) {
      blocks.push(this.#block(block));
    }
    const from = this.#starts[first];
    return (await Promise.all(blocks)).join("").slice(start - from, end - from);
  }

  #find(unit: number): number {
    let low = 0, high = this.#starts.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle] <= unit) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #block(block: number): Promise<string> {
    const kept = this.#cache.get(block);
    if (kept !== undefined) return kept;
    if (this.#cache.size >= CACHED_BLOCKS) {
      for (const oldest of this.#cache.keys()) {
        this.#cache.delete(oldest);
        break;
      }
    }
    const from = this.#offsets[block];
    const bytes = this.#read(from, this.#offsets[block + 1] - from);
    const text = inflate(bytes)
      .then((utf8) => TextStore.#decoder.decode(utf8));
    this.#cache.set(block, text);
    return text;
  }
}

/**
 * Raw deflate by the platform's own stream: `node:zlib` is synchronous, but
 * loading it costs a start of the program 3 to 18 ms.
 */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new DecompressionStream("deflate-raw");
  const writer = stream.writable.getWriter();
  const written = Promise.all([writer.write(bytes), writer.close()]);
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.readable.getReader();
  for (let next; !(next = await reader.read()).done;) {
    parts.push(next.value);
    length += next.value.length;
  }
  await written;
  if (parts.length === 1) return parts[0];
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
