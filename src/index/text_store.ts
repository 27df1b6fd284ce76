import { decompress, decompressUnits, sliceUnits } from "./lz4_decompress.ts";

/** Maximum blocks in the cache. */
const CACHED_BLOCKS = 24;

/** Reads slices of the text that a `TextStoreWriter` wrote. */
export class TextStore {
  readonly #starts: Uint32Array;
  readonly #offsets: Uint32Array;
  readonly #read: (offset: number, length: number) => Uint8Array;
  readonly #lengths: Uint32Array;
  /**
   * Decompressed blocks. A block is cached at its second use and null after the first:
   * caching copies it, which costs as much as decoding, and a search reads most blocks
   * once.
   */
  readonly #cache = new Map<number, Uint8Array | null>();
  static readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  /**
   * @param index The part `text_index`, see `TextStoreWriter.finish`.
   * @param read Reads bytes of the part `text`.
   */
  constructor(
    index: Uint32Array,
    read: (offset: number, length: number) => Uint8Array,
  ) {
    const count = index.length / 3;
    this.#starts = index.subarray(0, count);
    this.#offsets = index.subarray(count, 2 * count);
    this.#lengths = index.subarray(2 * count);
    this.#read = read;
  }

  /** The text from UTF-16 unit `start` to `end`, neither inside a surrogate pair. */
  slice(start: number, end: number): string {
    if (start >= end) return "";
    let text = "";
    const first = this.#find(start), last = this.#find(end - 1);
    for (let block = first; block <= last; block++) {
      const from = this.#starts[block]!, to = this.#starts[block + 1]!;
      const part = this.#part(
        block,
        to - from,
        Math.max(0, start - from),
        Math.min(end, to) - from,
      );
      text += TextStore.#decoder.decode(part);
    }
    return text;
  }

  #find(unit: number): number {
    let low = 0, high = this.#starts.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= unit) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** UTF-16 units `from` to `to` of a block of `units`, as UTF-8; valid until the next call. */
  #part(block: number, units: number, from: number, to: number): Uint8Array {
    let text = this.#cache.get(block);
    if (!text) {
      const at = this.#offsets[block]!, length = this.#lengths[block]!;
      const bytes = this.#read(at, this.#offsets[block + 1]! - at);
      if (text === undefined) {
        this.#keep(block, null);
        return decompressUnits(bytes, length, units, from, to);
      }
      text = decompress(bytes, length).slice();
      this.#keep(block, text);
    }
    return from === 0 && to === units ? text : sliceUnits(text, from, to);
  }

  /** Caches a block; the oldest one leaves a full cache (FIFO). */
  #keep(block: number, text: Uint8Array | null): void {
    if (this.#cache.size >= CACHED_BLOCKS && !this.#cache.has(block)) {
      for (const oldest of this.#cache.keys()) {
        this.#cache.delete(oldest);
        break;
      }
    }
    this.#cache.set(block, text);
  }
}
