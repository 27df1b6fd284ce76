import { decompress, sliceUnits } from "./lz4_decompress.ts";

/** Blocks that are remembered. */
const CACHED_BLOCKS = 24;

/** Reads slices of the text that a `TextStoreWriter` stored. */
export class TextStore {
  readonly #starts: Uint32Array;
  readonly #offsets: Uint32Array;
  readonly #read: (offset: number, length: number) => Uint8Array;
  readonly #lengths: Uint32Array;
  /**
   * The text of blocks; null where a block was read only once. Keeping one is a
   * copy, which costs as much as decoding it, and a search reads most once.
   */
  readonly #cache = new Map<number, Uint8Array | null>();
  static readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  /**
   * @param index The index part.
   * @param read Reads bytes of the text part.
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

  /** The text from unit `start` to unit `end`, neither inside a surrogate pair. */
  slice(start: number, end: number): string {
    if (start >= end) return "";
    let text = "";
    const first = this.#find(start), last = this.#find(end - 1);
    for (let block = first; block <= last; block++) {
      const from = this.#starts[block], to = this.#starts[block + 1];
      const bytes = this.#block(block);
      text += TextStore.#decoder.decode(
        start <= from && end >= to ? bytes : sliceUnits(
          bytes,
          Math.max(0, start - from),
          Math.min(end, to) - from,
        ),
      );
    }
    return text;
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

  #block(block: number): Uint8Array {
    const kept = this.#cache.get(block);
    if (kept) return kept;
    if (this.#cache.size >= CACHED_BLOCKS) {
      for (const oldest of this.#cache.keys()) {
        this.#cache.delete(oldest);
        break;
      }
    }
    const from = this.#offsets[block];
    const bytes = this.#read(from, this.#offsets[block + 1] - from);
    const text = decompress(bytes, this.#lengths[block]);
    this.#cache.set(block, kept === null ? text.slice() : null);
    return text;
  }
}
