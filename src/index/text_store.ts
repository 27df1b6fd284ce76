import { deflateRawSync, inflateRawSync } from "node:zlib";

/**
 * All documents' texts as one long string, addressed in UTF-16 units, kept as
 * deflated blocks of UTF-8. A slice costs the blocks that it touches.
 */
const BLOCK_UNITS = 32768;

/** Decoded blocks kept in memory. */
const CACHED_BLOCKS = 24;

/** Cuts text into blocks and hands each to `write` as soon as it is full. */
export class TextStoreWriter {
  readonly #write: (block: Uint8Array) => void;
  readonly #starts: number[] = [];
  readonly #offsets: number[] = [];
  #pending = "";
  #units = 0;
  #bytes = 0;
  #utf8 = 0;
  static readonly #encoder = new TextEncoder();

  /** @param write Takes the deflated blocks in order. */
  constructor(write: (block: Uint8Array) => void) {
    this.#write = write;
  }

  /** UTF-16 units added so far: where the next text begins. */
  get units(): number {
    return this.#units + this.#pending.length;
  }

  /** UTF-8 bytes of all text added, before compression. */
  get utf8Bytes(): number {
    return this.#utf8;
  }

  /** Adds a text (well-formed Unicode); returns the unit where it begins. */
  add(text: string): number {
    const start = this.units;
    this.#pending += text;
    while (this.#pending.length >= 2 * BLOCK_UNITS) this.#flush(BLOCK_UNITS);
    return start;
  }

  /**
   * Ends the store.
   *
   * @returns The index part: `u32[blocks + 1]` first units, then
   * `u32[blocks + 1]` byte offsets.
   */
  finish(): Uint32Array<ArrayBuffer> {
    while (this.#pending.length > 0) {
      this.#flush(
        this.#pending.length > BLOCK_UNITS * 1.5
          ? BLOCK_UNITS
          : this.#pending.length,
      );
    }
    const index = new Uint32Array(2 * (this.#starts.length + 1));
    index.set([...this.#starts, this.#units]);
    index.set([...this.#offsets, this.#bytes], this.#starts.length + 1);
    return index;
  }

  #flush(units: number): void {
    const last = this.#pending.charCodeAt(units - 1);
    if (last >= 0xd800 && last < 0xdc00 && units < this.#pending.length) {
      units++;
    }
    const utf8 = TextStoreWriter.#encoder.encode(
      this.#pending.slice(0, units),
    );
    const block = deflateRawSync(utf8, { level: 9 });
    this.#starts.push(this.#units);
    this.#offsets.push(this.#bytes);
    this.#units += units;
    this.#bytes += block.length;
    this.#utf8 += utf8.length;
    this.#pending = this.#pending.slice(units);
    this.#write(block);
  }
}

/** Reads slices of what {@linkcode TextStoreWriter} wrote. */
export class TextStore {
  readonly #starts: Uint32Array;
  readonly #offsets: Uint32Array;
  readonly #read: (offset: number, length: number) => Uint8Array;
  readonly #cache = new Map<number, string>();
  static readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  /**
   * @param index The index part.
   * @param read Reads bytes of the text part.
   */
  constructor(
    index: Uint32Array,
    read: (offset: number, length: number) => Uint8Array,
  ) {
    const count = index.length / 2;
    this.#starts = index.subarray(0, count);
    this.#offsets = index.subarray(count);
    this.#read = read;
  }

  /** The text from unit `start` to unit `end`. */
  slice(start: number, end: number): string {
    let out = "";
    for (let block = this.#find(start); start < end; block++) {
      const first = this.#starts[block];
      const stop = Math.min(end, this.#starts[block + 1]);
      out += this.#block(block).slice(start - first, stop - first);
      start = stop;
    }
    return out;
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

  #block(block: number): string {
    let text = this.#cache.get(block);
    if (text !== undefined) return text;
    const from = this.#offsets[block];
    const bytes = this.#read(from, this.#offsets[block + 1] - from);
    text = TextStore.#decoder.decode(inflateRawSync(bytes));
    if (this.#cache.size >= CACHED_BLOCKS) {
      for (const oldest of this.#cache.keys()) {
        this.#cache.delete(oldest);
        break;
      }
    }
    this.#cache.set(block, text);
    return text;
  }
}
