import { ByteReader, ByteWriter } from "./varint.ts";

/** Terms per block. A lookup scans one block. */
const BLOCK_TERMS = 32;

/** Dictionary entry of a term: document frequencies and the location of its posting lists. */
export interface TermEntry {
  term: string;
  /** Number of passages whose body, code or deeper headings contain the term. */
  passages: number;
  /** Number of sections whose title, heading path or file path contains it. */
  sections: number;
  /** Byte offset of its passage postings in the postings part. */
  offset: number;
  /** Bytes of its passage postings; its section postings follow directly. */
  passageBytes: number;
  sectionBytes: number;
}

/**
 * Encodes the terms, sorted by UTF-16 code units, with front coding in blocks of 32:
 * each term as the length of the prefix that it shares with the previous one (UTF-16
 * units) and the rest (UTF-8).
 */
export class TermDictionaryWriter {
  readonly #blob = new ByteWriter(1 << 16);
  readonly #firsts = new ByteWriter(1 << 12);
  readonly #index: { block: number; postings: number; end: number }[] = [];
  #count = 0;
  #previous = "";
  #postings = 0;
  static readonly #encoder = new TextEncoder();

  /** Adds the next term; sizes of its two posting lists in postings and in bytes. */
  add(
    term: string,
    passages: number,
    sections: number,
    passageBytes: number,
    sectionBytes: number,
  ): void {
    const blob = this.#blob;
    if (this.#count % BLOCK_TERMS === 0) {
      this.#previous = "";
      this.#firsts.bytes(TermDictionaryWriter.#encoder.encode(term));
      this.#index.push({
        block: blob.length,
        postings: this.#postings,
        end: this.#firsts.length,
      });
    }
    let shared = 0;
    const limit = Math.min(this.#previous.length, term.length);
    while (
      shared < limit &&
      this.#previous.charCodeAt(shared) === term.charCodeAt(shared)
    ) shared++;
    // The rest is UTF-8, so the prefix must not end inside a surrogate pair.
    const last = term.charCodeAt(shared - 1);
    if (shared > 0 && last >= 0xd800 && last < 0xdc00) shared--;
    blob.varint(shared);
    blob.string(term.slice(shared));
    // Most terms have no section postings: bit 0 says whether they exist.
    blob.varint(passages * 2 + (sections > 0 ? 1 : 0));
    if (passages > 0) blob.varint(passageBytes);
    if (sections > 0) {
      blob.varint(sections);
      blob.varint(sectionBytes);
    }
    this.#postings += passageBytes + sectionBytes;
    this.#previous = term;
    this.#count++;
  }

  /**
   * The parts `terms` and `term_index`. The latter: `u32` number of blocks, then three
   * `u32[blocks]` (offset of the block, offset of its postings, end of its first term
   * in what follows), then the first terms as UTF-8.
   */
  finish(): { terms: Uint8Array; index: Uint8Array<ArrayBuffer> } {
    const numbers = Uint32Array.from([
      this.#index.length,
      ...this.#index.map(({ block }) => block),
      ...this.#index.map(({ postings }) => postings),
      ...this.#index.map(({ end }) => end),
    ]);
    const index = new Uint8Array(numbers.byteLength + this.#firsts.length);
    index.set(new Uint8Array(numbers.buffer));
    index.set(this.#firsts.view(), numbers.byteLength);
    return { terms: this.#blob.view(), index };
  }
}

/** Looks up terms: a binary search over the blocks' first terms, then a scan. */
export class TermDictionary {
  readonly #count: number;
  /** Each `u32[count]`, see `TermDictionaryWriter.finish`. */
  readonly #blocks: Uint32Array;
  readonly #postings: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #firsts: Uint8Array;
  readonly #length: number;
  readonly #read: (offset: number, length: number) => Uint8Array;
  static readonly #decoder = new TextDecoder();

  /**
   * @param index The part `term_index`; must start at offset 0 of its buffer.
   * @param length Bytes of the part `terms`.
   * @param read Reads bytes of the part `terms`.
   */
  constructor(
    index: Uint8Array<ArrayBuffer>,
    length: number,
    read: (offset: number, length: number) => Uint8Array,
  ) {
    const { buffer } = index;
    const count = this.#count = new Uint32Array(buffer, 0, 1)[0]!;
    this.#blocks = new Uint32Array(buffer, 4, count);
    this.#postings = new Uint32Array(buffer, 4 + 4 * count, count);
    this.#ends = new Uint32Array(buffer, 4 + 8 * count, count);
    this.#firsts = index.subarray(4 + 12 * count);
    this.#length = length;
    this.#read = read;
  }

  /** The entry of exactly this term. */
  find(term: string): TermEntry | undefined {
    const block = this.#blockOf(term);
    if (block < 0) return undefined;
    const cursor = this.#cursor(block);
    while (cursor.next()) {
      if (cursor.term === term) return cursor.entry();
      if (cursor.term > term) return undefined;
    }
    return undefined;
  }

  /** The entries whose term begins with `prefix`, at most `limit`. */
  withPrefix(prefix: string, limit: number): TermEntry[] {
    const found: TermEntry[] = [];
    const from = Math.max(0, this.#blockOf(prefix));
    for (let block = from; block < this.#count; block++) {
      const cursor = this.#cursor(block);
      while (cursor.next()) {
        if (cursor.term.startsWith(prefix)) {
          found.push(cursor.entry());
          if (found.length === limit) return found;
        } else if (cursor.term > prefix) return found;
      }
    }
    return found;
  }

  /** Number of the last block whose first term is <= `term`; -1 if there is none. */
  #blockOf(term: string): number {
    let low = -1, high = this.#count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#first(middle) <= term) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #first(block: number): string {
    const from = block === 0 ? 0 : this.#ends[block - 1];
    return TermDictionary.#decoder.decode(
      this.#firsts.subarray(from, this.#ends[block]),
    );
  }

  #cursor(block: number): BlockCursor {
    const from = this.#blocks[block]!;
    const to = this.#blocks[block + 1] ?? this.#length;
    return new BlockCursor(this.#read(from, to - from), this.#postings[block]!);
  }
}

/** Iterates over the terms of a block. */
class BlockCursor {
  term = "";
  readonly #reader: ByteReader;
  #offset: number;
  #passages = 0;
  #sections = 0;
  #passageBytes = 0;
  #sectionBytes = 0;

  /** @param postings Offset of the first term's postings. */
  constructor(block: Uint8Array, postings: number) {
    this.#reader = new ByteReader(block);
    this.#offset = postings;
  }

  /** Moves to the next term; returns false at the end. */
  next(): boolean {
    const reader = this.#reader;
    if (reader.at >= reader.bytes.length) return false;
    this.#offset += this.#passageBytes + this.#sectionBytes;
    const shared = reader.varint();
    this.term = this.term.slice(0, shared) + reader.string();
    const passages = reader.varint();
    this.#passages = passages >>> 1;
    this.#passageBytes = passages > 1 ? reader.varint() : 0;
    this.#sections = passages % 2 === 1 ? reader.varint() : 0;
    this.#sectionBytes = this.#sections > 0 ? reader.varint() : 0;
    return true;
  }

  entry(): TermEntry {
    return {
      term: this.term,
      passages: this.#passages,
      sections: this.#sections,
      offset: this.#offset,
      passageBytes: this.#passageBytes,
      sectionBytes: this.#sectionBytes,
    };
  }
}
