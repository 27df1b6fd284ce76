import { compress } from "./lz4_compress.ts";

/** Target size of a block in UTF-16 code units; the last may have up to half more. */
const BLOCK_UNITS = 65536;

/**
 * Stores the texts of all documents as one long string, addressed in UTF-16 code
 * units, in LZ4-compressed blocks of UTF-8. Reading a slice decodes only its blocks.
 */
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

  /** @param write Called with each compressed block, in order. */
  constructor(write: (block: Uint8Array) => void) {
    this.#write = write;
  }

  /** UTF-16 units added so far: the offset of the next text. */
  get units(): number {
    return this.#units + this.#pending.length;
  }

  /** UTF-8 bytes of all text added, before compression. */
  get utf8Bytes(): number {
    return this.#utf8;
  }

  /** Adds a text (well-formed Unicode); returns its offset in UTF-16 units. */
  add(text: string): number {
    const start = this.units;
    this.#pending += text;
    while (this.#pending.length >= 2 * BLOCK_UNITS) this.#flush(BLOCK_UNITS);
    return start;
  }

  /**
   * Writes the last blocks.
   *
   * @returns The part `text_index`, three times `u32[blocks + 1]`: offset of each block
   * in UTF-16 units, in bytes of the part `text`, and its UTF-8 bytes. The last entries
   * are the total units, the total bytes, and 0.
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
