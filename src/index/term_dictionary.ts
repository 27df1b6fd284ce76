import { ByteReader, ByteWriter } from "./varint.ts";

/** Terms in a block; one of them is found by a scan of its block. */
const BLOCK_TERMS = 64;

/** What the dictionary knows of a term. */
export interface TermEntry {
  term: string;
  /** Passages whose body, code or deeper headings have the term. */
  passages: number;
  /** Sections whose title or heading path has it. */
  sections: number;
  /** Byte offset of its passage postings in the postings part. */
  offset: number;
  /** Bytes of its passage postings; its section postings follow them. */
  passageBytes: number;
  sectionBytes: number;
}

/**
 * Writes terms, sorted by UTF-16 code units, in blocks of 64 with front
 * coding: each term as the length it shares with the one before and the rest.
 */
export class TermDictionaryWriter {
  readonly #blob = new ByteWriter(1 << 16);
  readonly #index = new ByteWriter(1 << 12);
  #count = 0;
  #before = "";
  #postings = 0;
  #blockStart = 0;

  /** Adds the next term with the sizes of its two posting lists. */
  add(
    term: string,
    passages: number,
    sections: number,
    passageBytes: number,
    sectionBytes: number,
  ): void {
    const blob = this.#blob;
    if (this.#count % BLOCK_TERMS === 0) {
      this.#before = "";
      this.#index.string(term);
      this.#index.varint(blob.length - this.#blockStart);
      this.#index.varint(this.#postings);
      this.#blockStart = blob.length;
    }
    let shared = 0;
    const most = Math.min(this.#before.length, term.length);
    while (
      shared < most &&
      this.#before.charCodeAt(shared) === term.charCodeAt(shared)
    ) shared++;
    // A shared prefix never ends inside a surrogate pair: the rest is UTF-8.
    const last = term.charCodeAt(shared - 1);
    if (shared > 0 && last >= 0xd800 && last < 0xdc00) shared--;
    blob.varint(shared);
    blob.string(term.slice(shared));
    blob.varint(passages);
    blob.varint(sections);
    if (passages > 0) blob.varint(passageBytes);
    if (sections > 0) blob.varint(sectionBytes);
    this.#postings += passageBytes + sectionBytes;
    this.#before = term;
    this.#count++;
  }

  /** The parts `terms` and `term_index`. */
  finish(): { terms: Uint8Array; index: Uint8Array } {
    return { terms: this.#blob.view(), index: this.#index.view() };
  }
}

/** Finds terms by binary search over the blocks' first terms. */
export class TermDictionary {
  readonly #first: string[] = [];
  readonly #offsets: number[] = [];
  readonly #postings: number[] = [];
  readonly #length: number;
  readonly #read: (offset: number, length: number) => Uint8Array;

  /**
   * @param index The part `term_index`.
   * @param length Bytes of the part `terms`.
   * @param read Reads bytes of the part `terms`.
   */
  constructor(
    index: Uint8Array,
    length: number,
    read: (offset: number, length: number) => Uint8Array,
  ) {
    const reader = new ByteReader(index);
    let offset = 0;
    while (reader.at < index.length) {
      this.#first.push(reader.string());
      this.#offsets.push(offset += reader.varint());
      this.#postings.push(reader.varint());
    }
    this.#length = length;
    this.#read = read;
  }

  /** The entry of exactly this term. */
  find(term: string): TermEntry | undefined {
    const block = this.#blockOf(term);
    if (block < 0) return undefined;
    for (const entry of this.#entries(block)) {
      if (entry.term === term) return entry;
      if (entry.term > term) return undefined;
    }
    return undefined;
  }

  /** The entries whose term begins with `prefix`, at most `limit`. */
  withPrefix(prefix: string, limit: number): TermEntry[] {
    const found: TermEntry[] = [];
    const from = Math.max(0, this.#blockOf(prefix));
    for (let block = from; block < this.#first.length; block++) {
      for (const entry of this.#entries(block)) {
        if (entry.term.startsWith(prefix)) {
          found.push(entry);
          if (found.length === limit) return found;
        } else if (entry.term > prefix) return found;
      }
    }
    return found;
  }

  /** Number of the last block whose first term is not after `term`, or -1. */
  #blockOf(term: string): number {
    let low = -1, high = this.#first.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#first[middle] <= term) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  *#entries(block: number): Generator<TermEntry> {
    const from = this.#offsets[block];
    const to = this.#offsets[block + 1] ?? this.#length;
    const reader = new ByteReader(this.#read(from, to - from));
    let term = "", offset = this.#postings[block];
    while (reader.at < to - from) {
      const shared = reader.varint();
      term = term.slice(0, shared) + reader.string();
      const passages = reader.varint(), sections = reader.varint();
      const passageBytes = passages > 0 ? reader.varint() : 0;
      const sectionBytes = sections > 0 ? reader.varint() : 0;
      yield { term, passages, sections, offset, passageBytes, sectionBytes };
      offset += passageBytes + sectionBytes;
    }
  }
}
