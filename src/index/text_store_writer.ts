import { compress } from "./lz4_compress.ts";

/**
 * All documents' texts as one long string, addressed in UTF-16 units, kept as
 * compressed blocks of UTF-8. A slice costs the blocks that it touches.
 */
const BLOCK_UNITS = 65536;

/** Cuts text into blocks and hands each to `write` as soon as it is full. */
export class TextStoreWriter {
  readonly #write: (block: Uint8Array) => void;
  readonly #starts: number[] = [];
  readonly #offsets: number[] = [];
  readonly #lengths: number[] = [];
  #pending = "";
  #units = 0;
  #bytes = 0;
  #utf8 = 0;
  static readonly #encoder = new TextEncoder();

  /** @param write Takes the compressed blocks in order. */
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
   * @returns The index part, three times `u32[blocks + 1]`: first units, byte
   * offsets, bytes of UTF-8 (the last of each closes the list).
   */
  finish(): Uint32Array<ArrayBuffer> {
    while (this.#pending.length > 0) {
      this.#flush(
        this.#pending.length > BLOCK_UNITS * 1.5
          ? BLOCK_UNITS
          : this.#pending.length,
      );
    }
    const index = Uint32Array.from([
      ...[...this.#starts, this.#units],
      ...[...this.#offsets, this.#bytes],
      ...[...this.#lengths, 0],
    ]);
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
    const block = compress(utf8);
    this.#starts.push(this.#units);
    this.#offsets.push(this.#bytes);
    this.#lengths.push(utf8.length);
    this.#units += units;
    this.#bytes += block.length;
    this.#utf8 += utf8.length;
    this.#pending = this.#pending.slice(units);
    this.#write(block);
  }
}
