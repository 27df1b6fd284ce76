import type { CheckedRegion } from "./checked_region.ts";
import type { IndexInfo, Manifest, PartName } from "./layout.ts";
import { EXPANSIONS_FROM, FENCES_FROM, PARTS } from "./layout.ts";
import { lastNotAfter } from "./last_not_after.ts";
import { LineCounter } from "./line_counter.ts";
import {
  type DocumentRecord,
  type PassageRecord,
  readDocumentRecord,
  readPassageRecords,
  readSectionRecord,
  type SectionNames,
  type SectionRecord,
  type StoredSection,
} from "./records.ts";
import { masked } from "../text/masked.ts";
import { sectionUrl } from "./section_url.ts";
import { TermDictionary, type TermEntry } from "./term_dictionary.ts";
import { TextStore } from "./text_store.ts";
import { ByteReader } from "./varint.ts";
import { VectorScan } from "./vector_scan.ts";

/** Maximum entries of each cache: documents, sections, terms. */
const KEPT_RECORDS = 256;

/** A source file as recorded in the index. */
export interface IndexedFile {
  path: string;
  /** Bytes. */
  size: number;
  /** SHA-256, the first 16 bytes in hexadecimal. */
  hash: string;
}

/**
 * An open index. Each part is read when first needed: small tables whole, large parts
 * by offset. All methods throw {@linkcode UserError} when a part is damaged.
 */
export class PackedIndex {
  readonly info: IndexInfo;
  /** Average number of tokens of a passage. */
  readonly averageLength: number;
  readonly #data: CheckedRegion;
  readonly #manifest: Manifest;
  readonly #tables = new Map<PartName, Uint32Array>();
  #text?: TextStore;
  #dictionary?: TermDictionary;
  #lengths?: Uint8Array;
  #vectors?: VectorScan;
  #paths?: Map<string, number>;
  /** Caches: a search reads the records of its hits and terms several times. */
  readonly #documents = new Map<
    number,
    ReturnType<typeof readDocumentRecord>
  >();
  readonly #sections = new Map<number, StoredSection>();
  readonly #entries = new Map<string, TermEntry | null>();

  /**
   * @param path Its file, for messages.
   * @param fingerprint Differs between any two builds of an index.
   */
  constructor(
    data: CheckedRegion,
    manifest: Manifest,
    readonly path: string,
    readonly fingerprint: string,
  ) {
    this.#data = data;
    this.#manifest = manifest;
    this.info = manifest.info;
    this.averageLength = manifest.tokens / Math.max(1, this.info.passages);
  }

  /** A document by number. */
  document(number: number): DocumentRecord {
    const { runs, ...stored } = this.#readDocument(number);
    const sections = this.#table("document_sections");
    const text = this.#table("document_text");
    return {
      ...stored,
      firstSection: sections[number]!,
      sectionCount: sections[number + 1]! - sections[number]!,
      hasSourceLines: runs.length > 0,
      length: text[number + 1]! - text[number]!,
    };
  }

  /** Number of the document with exactly this path; -1 if there is none. */
  findDocument(path: string): number {
    return this.paths().get(path) ?? -1;
  }

  /** All paths, each with the number of its document. */
  paths(): ReadonlyMap<string, number> {
    if (this.#paths === undefined) {
      const { offset, length } = this.#manifest.parts.documents;
      const blob = this.#data.read(offset, length);
      const offsets = this.#table("document_offsets");
      this.#paths = new Map();
      for (let i = 0; i < offsets.length; i++) {
        this.#paths.set(new ByteReader(blob, offsets[i]).string(), i);
      }
    }
    return this.#paths;
  }

  /** A section by number. */
  section(number: number): SectionRecord {
    const { start, end, startLine, endLine } = this.#readSection(number);
    const passages = this.#table("section_passages");
    const { document, path, anchor, headingPath } = this.sectionNames(number);
    const { url } = this.#readDocument(document);
    return {
      document,
      anchor,
      headingPath,
      url: sectionUrl(path, anchor, url, this.info.settings.urlBase),
      start,
      end,
      startLine,
      endLine,
      firstPassage: passages[number]!,
      passageCount: passages[number + 1]! - passages[number]!,
    };
  }

  /** Path, title, headings and anchor of a section. */
  sectionNames(number: number): SectionNames {
    const { anchor, heading, parent } = this.#readSection(number);
    const document = this.documentOfSection(number);
    const { path, title, lang } = this.#readDocument(document);
    const headingPath = anchor === "" && heading === ""
      ? []
      : this.#headingPath(number, heading, parent);
    return { document, path, title, lang, anchor, headingPath };
  }

  /** The passages of a section. */
  passages(section: number): PassageRecord[] {
    return this.#readSection(section).passages;
  }

  /** `u32[sections + 1]`: number of each section's first passage. */
  get sectionPassages(): Uint32Array {
    return this.#table("section_passages");
  }

  /**
   * `u32[expansions]`: the section of each expansion, ascending. The expansions
   * follow the passages in postings and vectors: number `passages + i` is the
   * i-th. None in an index before format 5.
   */
  get expansionSections(): Uint32Array {
    return this.info.format >= EXPANSIONS_FROM
      ? this.#table("expansion_sections")
      : new Uint32Array(0);
  }

  /** Number of the section that a passage or expansion belongs to. */
  sectionOf(item: number): number {
    const { passages } = this.info;
    return item < passages
      ? lastNotAfter(this.sectionPassages, item)
      : this.expansionSections[item - passages]!;
  }

  /** What a section is found by without being part of it; "" if there is nothing. */
  expansionText(section: number): string {
    const at = this.expansionSections.indexOf(section);
    if (at < 0) return "";
    const offsets = this.#table("expansion_text");
    return this.#texts().slice(offsets[at]!, offsets[at + 1]!);
  }

  /** `u32[documents + 1]`: number of each document's first section. */
  get documentSections(): Uint32Array {
    return this.#table("document_sections");
  }

  /** Number of the document that a section belongs to. */
  documentOfSection(section: number): number {
    return lastNotAfter(this.#table("document_sections"), section);
  }

  /** A slice of a document's text, UTF-16 offsets. */
  text(document: number, start: number, end: number): string {
    const from = this.#table("document_text")[document]!;
    return this.#texts().slice(from + start, from + end);
  }

  /**
   * A slice of a section's text as a reader sees it: comments and the like are
   * blank. Offsets are those of the document, and stay.
   */
  visibleText(section: number, start: number, end: number): string {
    const document = this.documentOfSection(section);
    const hidden = this.passages(section).flatMap(({ hidden }) => hidden);
    return masked(this.text(document, start, end), start, hidden);
  }

  /**
   * UTF-16 offsets in a document's text of source lines `from` to `to` (from 1, both
   * included); `undefined` if it has no such line.
   */
  lineRange(
    document: number,
    from: number,
    to: number,
  ): { start: number; end: number } | undefined {
    return this.#lines(document)
      .range(from, to, this.document(document).length);
  }

  /** Source lines (from 1) of the first and last character of a slice of a document's text. */
  lineSpan(
    document: number,
    start: number,
    end: number,
  ): { startLine: number; endLine: number } {
    return this.#lines(document).span(start, end);
  }

  /** The source line of each line of a slice of a document's text, UTF-16 offsets. */
  lineNumbers(document: number, start: number, end: number): number[] {
    const counter = this.#lines(document);
    const breaks = this.text(document, start, end).matchAll(/\r\n?|\n/g);
    const starts = [0, ...breaks.map((it) => it.index + it[0].length)];
    return starts.map((at) => counter.lineOf(start + at));
  }

  #lines(document: number): LineCounter {
    const { length } = this.document(document);
    const text = this.text(document, 0, length);
    return new LineCounter(text, expand(this.#readDocument(document).runs));
  }

  /** The dictionary entry of a term. */
  term(term: string): TermEntry | undefined {
    return kept(this.#entries, term, () => this.#terms().find(term) ?? null) ??
      undefined;
  }

  /** Entries of the terms that begin with a prefix, at most `limit`. */
  termsWithPrefix(prefix: string, limit: number): TermEntry[] {
    return this.#terms().withPrefix(prefix, limit);
  }

  /**
   * The posting lists of a term as `writePostings` encodes them: passages, then
   * sections (title, headings, file path). Valid until the next call.
   */
  postings(entry: TermEntry): Uint8Array {
    const { offset } = this.#manifest.parts.postings;
    return this.#data.readBriefly(
      offset + entry.offset,
      entry.passageBytes + entry.sectionBytes,
    );
  }

  /** `u8[passages + expansions]`: length byte of each, see `LENGTHS`. */
  get passageLengths(): Uint8Array {
    if (this.#lengths === undefined) {
      const { offset, length } = this.#manifest.parts.passage_lengths;
      this.#lengths = this.#data.read(offset, length);
    }
    return this.#lengths;
  }

  /** The passages and expansions with the highest cosine to a query vector, from `least` on; see `VectorScan`. */
  nearest(
    query: Float32Array,
    limit: number,
    least: number,
    allowed?: (passage: number) => boolean,
  ): [passage: number, cosine: number][] {
    const vectors = this.#vectors ??= this.#readVectors();
    return vectors.nearest(query, limit, least, allowed);
  }

  /** The source files that the index was built from. */
  files(): IndexedFile[] {
    const { offset, length } = this.#manifest.parts.files;
    const rows: [string, number, string][] = JSON.parse(
      new TextDecoder().decode(this.#data.read(offset, length)),
    );
    return rows.map(([path, size, hash]) => ({ path, size, hash }));
  }

  /** Reads the whole file and checks every part against its checksums. */
  verify(): { part: string; bytes: number; ok: boolean }[] {
    // An older format does not have all parts.
    return PARTS.filter((it) => this.#manifest.parts[it]).map((part) => {
      const { offset, length } = this.#manifest.parts[part];
      const ok = length === 0 || this.#data.verify(offset, length);
      return { part, bytes: length, ok };
    });
  }

  /** Closes the file. */
  close(): void {
    this.#data.close();
  }

  #texts(): TextStore {
    if (this.#text === undefined) {
      const { offset } = this.#manifest.parts.text;
      this.#text = new TextStore(
        this.#table("text_index"),
        (at, length) => this.#data.readBriefly(offset + at, length),
      );
    }
    return this.#text;
  }

  #readVectors(): VectorScan {
    const { vectors, vector_scales, vector_mean } = this.#manifest.parts;
    const { passages, embedder: { dimensions } } = this.info;
    const mean = vector_mean.length === 0 ? undefined : new Float32Array(
      copied(this.#data.readBriefly(vector_mean.offset, vector_mean.length)),
    );
    const scan = new VectorScan(
      passages + this.expansionSections.length,
      dimensions,
      (offset, into, checksum) =>
        this.#data.readInto(vectors.offset + offset, into, checksum),
      mean,
    );
    const { buffer, byteOffset, byteLength } = scan.scales;
    this.#data.readInto(
      vector_scales.offset,
      new Uint8Array(buffer, byteOffset, byteLength),
    );
    return scan;
  }

  #terms(): TermDictionary {
    if (this.#dictionary === undefined) {
      const { terms, term_index } = this.#manifest.parts;
      this.#dictionary = new TermDictionary(
        this.#data.readBriefly(term_index.offset, term_index.length).slice(),
        terms.length,
        (at, length) => this.#data.read(terms.offset + at, length),
      );
    }
    return this.#dictionary;
  }

  #headingPath(number: number, heading: string, parent: number): string[] {
    const path = [heading];
    while (parent > 0) {
      number -= parent;
      const above = this.#readSection(number);
      path.unshift(above.heading);
      parent = above.parent;
    }
    return path;
  }

  #readDocument(number: number) {
    return kept(
      this.#documents,
      number,
      () =>
        readDocumentRecord(
          this.#record("documents", "document_offsets", number),
        ),
    );
  }

  #readSection(number: number): StoredSection {
    return kept(this.#sections, number, () => {
      const reader = this.#record("sections", "section_offsets", number);
      const head = readSectionRecord(reader);
      const passages = this.#table("section_passages");
      const count = passages[number + 1]! - passages[number]!;
      const hasFences = this.info.format >= FENCES_FROM;
      return {
        ...head,
        passages: readPassageRecords(reader, head, count, hasFences),
      };
    });
  }

  #record(blob: PartName, offsets: PartName, number: number): ByteReader {
    const { offset, length } = this.#manifest.parts[blob];
    const table = this.#table(offsets);
    const from = table[number]!, to = table[number + 1] ?? length;
    return new ByteReader(this.#data.read(offset + from, to - from));
  }

  #table(part: PartName): Uint32Array {
    let table = this.#tables.get(part);
    if (table === undefined) {
      const { offset, length } = this.#manifest.parts[part];
      table = new Uint32Array(copied(this.#data.readBriefly(offset, length)));
      this.#tables.set(part, table);
    }
    return table;
  }
}

/** Returns a cached value, or makes and caches it. A full cache is cleared. */
function kept<Key, Value>(
  cache: Map<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  let value = cache.get(key);
  if (value === undefined) {
    if (cache.size >= KEPT_RECORDS) cache.clear();
    value = make();
    cache.set(key, value);
  }
  return value;
}

/** Copies bytes to a new buffer, because a view of 4-byte numbers needs alignment. */
function copied(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer as ArrayBuffer;
}

function expand(runs: [number, number][]): Uint32Array | undefined {
  if (runs.length === 0) return undefined;
  return Uint32Array.from(
    runs.flatMap(([count, line]) => Array<number>(count).fill(line)),
  );
}
