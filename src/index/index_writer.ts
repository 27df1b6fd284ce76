import type { CutDocument, Passage, Section } from "../cut/cut.ts";
import type { Document, SourceFile } from "../document/document.ts";
import { terms } from "../text/tokenize.ts";
import { lengthToByte } from "./document_length.ts";
import {
  BODY,
  CODE,
  type Field,
  FieldCounts,
  HEADING,
} from "./field_counts.ts";
import { IndexFileWriter } from "./index_file_writer.ts";
import { FORMAT_VERSION, type IndexInfo, PAGE_BYTES } from "./layout.ts";
import { LineCounter } from "./line_counter.ts";
import { PostingLog } from "./posting_log.ts";
import { writePostings } from "./postings.ts";
import { writeDocumentRecord, writeSectionRecord } from "./records.ts";
import { TermDictionaryWriter } from "./term_dictionary.ts";
import { TextStoreWriter } from "./text_store_writer.ts";
import { ByteWriter } from "./varint.ts";
import { VectorRows } from "./vector_rows.ts";

/** Metadata of the index that the caller provides; the writer adds the rest. */
export type IndexDescription = Omit<
  IndexInfo,
  "format" | "documents" | "sections" | "passages" | "terms" | "textBytes"
>;

/**
 * Writes an index: documents one by one, then the parts that depend on all of them.
 * Text is written at once; postings (9 bytes each) and vectors (half a byte per
 * dimension) stay in memory until the end.
 */
export class IndexWriter {
  readonly #file: IndexFileWriter;
  readonly #text: TextStoreWriter;
  readonly #documents = new ByteWriter(1 << 16);
  readonly #documentOffsets: number[] = [];
  readonly #documentSections: number[] = [];
  readonly #documentText: number[] = [];
  readonly #sections = new ByteWriter(1 << 16);
  readonly #sectionOffsets: number[] = [];
  readonly #sectionPassages: number[] = [];
  readonly #counts = new FieldCounts();
  readonly #passageLog = new PostingLog();
  readonly #sectionLog = new PostingLog();
  readonly #lengths = new ByteWriter(1 << 12);
  readonly #vectors: VectorRows;
  readonly #expansions: { section: number; text: string }[] = [];
  #tokens = 0;
  #passages = 0;

  /**
   * @param path Path of the index.
   * @param centred Whether vectors are stored as differences from their mean.
   */
  constructor(path: string, centred = false) {
    this.#vectors = new VectorRows(centred);
    this.#file = new IndexFileWriter(path);
    this.#file.begin("text");
    this.#text = new TextStoreWriter((block) => this.#file.append(block));
  }

  /** Passages so far. */
  get passages(): number {
    return this.#passages;
  }

  /** Sections so far. */
  get sections(): number {
    return this.#sectionOffsets.length;
  }

  /** Documents so far. */
  get documents(): number {
    return this.#documentOffsets.length;
  }

  /**
   * Adds a document.
   *
   * @param lang Its detected language, used unless the document declares one.
   */
  add(
    document: Document,
    cut: CutDocument,
    lang: string,
  ): void {
    this.#documentSections.push(this.sections);
    this.#documentText.push(this.#text.add(document.text));
    this.#documentOffsets.push(this.#documents.length);
    writeDocumentRecord(this.#documents, {
      path: document.path,
      file: document.file,
      title: cut.title,
      lang: document.lang ?? lang,
      url: document.url ?? "",
      format: document.format,
      hash: document.hash,
      lines: document.lineOf,
    });
    const lines = new LineCounter(document.text, document.lineOf);
    const ancestors: { depth: number; number: number }[] = [];
    for (const section of cut.sections) {
      this.#addSection(document, cut.title, section, lines, ancestors);
    }
  }

  /**
   * Adds the text that a section is found by beside its own. Sections must ascend. It is an item of its own in postings and vectors, with a number
   * after those of all passages; its vector is added after theirs.
   */
  addExpansion(section: number, text: string): void {
    this.#expansions.push({ section, text });
  }

  /** The texts of all expansions, in order. */
  expansionTexts(): string[] {
    return this.#expansions.map(({ text }) => text);
  }

  /** Passages that have their vector. */
  get vectors(): number {
    return this.#vectors.count;
  }

  /** Length of the vectors; undefined while there is none. */
  get dimensions(): number | undefined {
    return this.#vectors.dimensions;
  }

  /** Adds the vectors of the next passages, in order, `Float32Array[dimensions]` each. */
  addVectors(vectors: Float32Array[]): void {
    for (const vector of vectors) this.#vectors.add(vector);
  }

  /**
   * Writes the remaining parts and renames the file to its path.
   *
   * @returns Bytes of the index, and its metadata.
   */
  finish(
    description: IndexDescription,
    files: SourceFile[],
  ): { bytes: number; info: IndexInfo } {
    const file = this.#file;
    const textEnd = this.#text.units;
    const expansions = this.#addExpansions();
    const textIndex = this.#text.finish();
    file.end("text");
    file.part("text_index", textIndex);
    file.part("documents", this.#documents.view());
    file.part("document_offsets", u32(this.#documentOffsets));
    file.part(
      "document_sections",
      u32([...this.#documentSections, this.sections]),
    );
    file.part(
      "document_text",
      u32([...this.#documentText, textEnd]),
    );
    file.part("sections", this.#sections.view());
    file.part("section_offsets", u32(this.#sectionOffsets));
    file.part(
      "section_passages",
      u32([...this.#sectionPassages, this.#passages]),
    );
    file.part("passage_lengths", this.#lengths.view());
    const terms = this.#writePostings();
    this.#writeVectors();
    file.part(
      "expansion_sections",
      u32(this.#expansions.map(({ section }) => section)),
    );
    file.part("expansion_text", u32(expansions.offsets));
    file.part("files", encodeFiles(files));
    const info: IndexInfo = {
      format: FORMAT_VERSION,
      documents: this.documents,
      sections: this.sections,
      passages: this.#passages,
      terms,
      textBytes: this.#text.utf8Bytes - expansions.utf8Bytes,
      ...description,
    };
    return { bytes: file.finish({ info, tokens: this.#tokens }), info };
  }

  /** Removes the unfinished file. Harmless after `finish`. */
  abandon(): void {
    this.#file.abandon();
  }

  #addSection(
    document: Document,
    title: string,
    section: Section,
    lines: LineCounter,
    ancestors: { depth: number; number: number }[],
  ): void {
    const number = this.sections;
    while (
      ancestors.length > 0 && ancestors.at(-1)!.depth >= section.depth
    ) ancestors.pop();
    const parent = section.headingPath.length > 1
      ? ancestors.at(-1)
      : undefined;
    if (section.depth > 0) ancestors.push({ depth: section.depth, number });
    this.#sectionOffsets.push(this.#sections.length);
    this.#sectionPassages.push(this.#passages);
    writeSectionRecord(this.#sections, {
      anchor: section.anchor,
      heading: section.headingPath.at(-1) ?? "",
      parent: parent === undefined ? 0 : number - parent.number,
      ...lines.span(section.start, section.end),
      passages: section.passages.map((passage) => ({
        ...lines.span(passage.start, passage.end),
        deeper: passage.deeper,
        hidden: passage.hidden,
        fences: passage.fences,
      })),
    });
    this.#addContext(document.path, title, section);
    this.#counts.flush(number, this.#sectionLog);
    for (const passage of section.passages) {
      this.#addPassage(document.text, passage);
    }
  }

  /**
   * Counts the terms of file path, title and heading path for the section postings;
   * see `BODY` for the fields. An anchor adds terms that the headings lack: in
   * translations it is often the heading in the other language.
   */
  #addContext(path: string, title: string, section: Section): void {
    const known = new Set<string>();
    terms(path, (term) => this.#counts.add(term, CODE));
    terms(title, (term) => this.#counts.add(term, HEADING));
    for (const heading of section.headingPath) {
      terms(heading, (term) => {
        known.add(term);
        this.#counts.add(term, BODY);
      });
    }
    terms(section.anchor, (term) => {
      if (!known.has(term)) this.#counts.add(term, BODY);
    });
  }

  #addPassage(text: string, passage: Passage): void {
    let tokens = 0;
    const count = (from: number, to: number, field: Field) => {
      if (from >= to) return;
      terms(text.slice(from, to), (term) => {
        this.#counts.add(term, field);
        tokens++;
      });
    };
    const mark = (spans: [number, number][], field?: Field) =>
      spans.map(([from, to]) => ({ from, to, field }));
    const spans = [
      ...mark(passage.code, CODE),
      ...mark(passage.headings, HEADING),
      ...mark(passage.hidden),
    ].sort((a, b) => a.from - b.from || b.to - a.to);
    let at = passage.start;
    for (const { from, to, field } of spans) {
      if (to <= at) continue;
      count(at, from, BODY);
      if (field !== undefined) count(Math.max(at, from), to, field);
      at = to;
    }
    count(at, passage.end, BODY);
    // A heading at the start of the passage was counted with its text.
    const startsWithHeading = passage.headings.length > 0 &&
      text.slice(passage.start, passage.headings[0]![0]).trim() === "";
    for (
      const heading of passage.deeper.slice(
        0,
        startsWithHeading ? -1 : undefined,
      )
    ) {
      terms(heading, (term) => this.#counts.add(term, HEADING));
    }
    this.#counts.flush(this.#passages++, this.#passageLog);
    this.#lengths.byte(lengthToByte(tokens));
    this.#tokens += tokens;
  }

  /** Counts the terms of the expansions and stores their text, after that of the documents. */
  #addExpansions(): { offsets: number[]; utf8Bytes: number } {
    const encoder = new TextEncoder();
    const offsets: number[] = [];
    let utf8Bytes = 0;
    this.#expansions.forEach(({ text }, at) => {
      let tokens = 0;
      terms(text, (term) => {
        this.#counts.add(term, BODY);
        tokens++;
      });
      this.#counts.flush(this.#passages + at, this.#passageLog);
      this.#lengths.byte(lengthToByte(tokens));
      offsets.push(this.#text.add(text));
      utf8Bytes += encoder.encode(text).length;
    });
    return { offsets: [...offsets, this.#text.units], utf8Bytes };
  }

  #writePostings(): number {
    const vocabulary = this.#counts.vocabulary;
    const order = Uint32Array.from(vocabulary, (_, id) => id);
    order.sort((a, b) => (vocabulary[a]! < vocabulary[b]! ? -1 : 1));
    const passages = this.#passageLog.group(vocabulary.length);
    const sections = this.#sectionLog.group(vocabulary.length);
    const dictionary = new TermDictionaryWriter();
    const buffer = new ByteWriter(1 << 16);
    this.#file.begin("postings");
    for (const id of order) {
      const inPassages = passages(id), inSections = sections(id);
      buffer.clear();
      writePostings(buffer, inPassages.items, inPassages.counts);
      const passageBytes = buffer.length;
      writePostings(buffer, inSections.items, inSections.counts);
      this.#file.append(buffer.view());
      dictionary.add(
        vocabulary[id]!,
        inPassages.items.length,
        inSections.items.length,
        passageBytes,
        buffer.length - passageBytes,
      );
    }
    this.#file.end("postings");
    const { terms, index } = dictionary.finish();
    this.#file.part("terms", terms);
    this.#file.part("term_index", index);
    return vocabulary.length;
  }

  #writeVectors(): void {
    const { rows, scales, mean } = this.#vectors.finish();
    const bytes = rows.reduce((sum, it) => sum + it.length, 0);
    this.#file.begin("vectors", bytes >= 4 * PAGE_BYTES ? PAGE_BYTES : 16);
    for (const row of rows) this.#file.append(row);
    this.#file.end("vectors");
    this.#file.part("vector_scales", Float32Array.from(scales));
    this.#file.part("vector_mean", mean ?? new Float32Array(0));
  }
}

/** Path, size and the first 16 bytes of the hash of each source file, as JSON. */
function encodeFiles(files: SourceFile[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(
    files.map(({ path, size, hash }) => [path, size, hash.slice(0, 32)]),
  ));
}

function u32(numbers: number[]): Uint32Array {
  return Uint32Array.from(numbers);
}
