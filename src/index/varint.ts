/** A growing buffer for LEB128 numbers, bytes and strings. */
export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;
  static readonly #encoder = new TextEncoder();

  /** @param capacity Initial capacity in bytes. */
  constructor(capacity = 1024) {
    this.#bytes = new Uint8Array(capacity);
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#length;
  }

  /** A view of the written bytes; valid until the next write. */
  view(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Removes all bytes but keeps the memory. */
  clear(): void {
    this.#length = 0;
  }

  /** Writes one byte. */
  byte(value: number): void {
    if (this.#length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#length++] = value;
  }

  /** Writes an unsigned integer below 2^53 as LEB128. */
  varint(value: number): void {
    if (this.#length + 8 > this.#bytes.length) this.#grow(8);
    while (value > 0x7fffffff) {
      this.#bytes[this.#length++] = (value % 128) | 0x80;
      value = Math.floor(value / 128);
    }
    while (value > 0x7f) {
      this.#bytes[this.#length++] = (value & 0x7f) | 0x80;
      value >>>= 7;
    }
    this.#bytes[this.#length++] = value;
  }

  /** Writes raw bytes. */
  bytes(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#bytes.length) {
      this.#grow(bytes.length);
    }
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Writes the UTF-8 length of a string, then its UTF-8 bytes. */
  string(text: string): void {
    const encoded = ByteWriter.#encoder.encode(text);
    this.varint(encoded.length);
    this.bytes(encoded);
  }

  #grow(more: number): void {
    const size = Math.max(this.#bytes.length * 2, this.#length + more);
    const bytes = new Uint8Array(size);
    bytes.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = bytes;
  }
}

/** Reads what {@linkcode ByteWriter} wrote. Does not check for the end of the bytes. */
export class ByteReader {
  static readonly #decoder = new TextDecoder();

  /** @param at Offset of the next byte. */
  constructor(readonly bytes: Uint8Array, public at = 0) {}

  /** Reads one byte. */
  byte(): number {
    return this.bytes[this.at++]!;
  }

  /** Reads an unsigned LEB128 integer below 2^53. */
  varint(): number {
    const bytes = this.bytes;
    let byte = bytes[this.at++]!;
    if (byte < 0x80) return byte;
    let value = byte & 0x7f, scale = 128;
    do {
      byte = bytes[this.at++]!;
      value += (byte & 0x7f) * scale;
      scale *= 128;
    } while (byte >= 0x80);
    return value;
  }

  /** Reads `length` bytes, as a view. */
  view(length: number): Uint8Array {
    const from = this.at;
    this.at += length;
    return this.bytes.subarray(from, this.at);
  }

  /** Reads a string that follows its UTF-8 length. */
  string(): string {
    return ByteReader.#decoder.decode(this.view(this.varint()));
  }
}
