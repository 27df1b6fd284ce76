import type { FenceSpan } from "../cut/balanced.ts";
import type { ByteReader, ByteWriter } from "./varint.ts";

/** What is stored for a document beside the columns. */
export interface StoredDocument {
  /** Relative to the source root, with "/"; a row's id for JSON Lines. */
  path: string;
  /** The file it came from. */
  file: string;
  title: string;
  lang: string;
  /** Address that the document itself gives, or "". */
  url: string;
  format: string;
  /** SHA-256 of its source, the first 16 bytes in hexadecimal. */
  hash: string;
  /** Source line of each line of a text that is not the file itself. */
  lines?: Uint32Array;
}

/** A document as the index gives it. */
export interface DocumentRecord extends Omit<StoredDocument, "lines"> {
  firstSection: number;
  sectionCount: number;
  /** Whether its lines are those of another text, the source. */
  hasSourceLines: boolean;
  /** UTF-16 units of its text. */
  length: number;
}

/** A section as the index keeps it; offsets are UTF-16 units of its text. */
export interface SectionRecord {
  document: number;
  anchor: string;
  headingPath: string[];
  url: string;
  start: number;
  end: number;
  startLine: number;
  endLine: number;
  firstPassage: number;
  passageCount: number;
}

/** What a section and its document are called. */
export interface SectionNames {
  document: number;
  path: string;
  title: string;
  lang: string;
  anchor: string;
  headingPath: string[];
}

/** A passage as the index keeps it. */
export interface PassageRecord {
  start: number;
  end: number;
  startLine: number;
  endLine: number;
  /** Headings below h2 in force at its start. */
  deeper: string[];
  /** Spans that are never shown: comments, imports. */
  hidden: [number, number][];
  /** Fenced code blocks that overlap it; none in an index of format 3. */
  fences: FenceSpan[];
}

/** Source lines of a text that is not the file itself, run-length coded. */
export type LineRuns = [count: number, line: number][];

/** What is stored for a section. */
export interface StoredSection {
  anchor: string;
  heading: string;
  /** How many sections back its parent stands, 0 = it has none. */
  parent: number;
  start: number;
  end: number;
  startLine: number;
  endLine: number;
  passages: PassageRecord[];
}

/** Writes a document's record. */
export function writeDocumentRecord(
  writer: ByteWriter,
  it: StoredDocument,
): void {
  writer.string(it.path);
  writer.string(it.file === it.path ? "" : it.file);
  for (const text of [it.title, it.lang, it.url, it.format]) {
    writer.string(text);
  }
  for (let i = 0; i < 32; i += 2) {
    writer.byte(parseInt(it.hash.slice(i, i + 2), 16));
  }
  const runs = it.lines === undefined ? [] : lineRuns(it.lines);
  writer.varint(runs.length);
  let before = 0;
  for (const [count, line] of runs) {
    writer.varint(count);
    writeStep(writer, line - before);
    before = line;
  }
}

/** Reads a document's record. */
export function readDocumentRecord(
  reader: ByteReader,
): Omit<StoredDocument, "lines"> & { runs: LineRuns } {
  const path = reader.string(), file = reader.string() || path;
  const title = reader.string(), lang = reader.string();
  const url = reader.string(), format = reader.string();
  const hash = reader.bytes.subarray(reader.at, reader.at += 16).toHex();
  const runs: LineRuns = [];
  let line = 0;
  for (let n = reader.varint(); n > 0; n--) {
    const count = reader.varint();
    runs.push([count, line += readStep(reader)]);
  }
  return { path, file, title, lang, url, format, hash, runs };
}

/** Writes a section's record with those of its passages. */
export function writeSectionRecord(
  writer: ByteWriter,
  it: StoredSection,
): void {
  writer.string(it.anchor);
  writer.string(it.heading);
  writer.varint(it.parent);
  writer.varint(it.start);
  writer.varint(it.end - it.start);
  writer.varint(it.startLine);
  writer.varint(it.endLine - it.startLine);
  let start = it.start, line = it.startLine, deeper: string[] = [];
  for (const passage of it.passages) {
    writer.varint(passage.start - start);
    writer.varint(passage.end - passage.start);
    writeStep(writer, passage.startLine - line);
    writeStep(writer, passage.endLine - passage.startLine);
    start = passage.start, line = passage.startLine;
    let shared = 0;
    while (
      shared < deeper.length && shared < passage.deeper.length &&
      deeper[shared] === passage.deeper[shared]
    ) shared++;
    deeper = passage.deeper;
    writer.varint(shared);
    writer.varint(deeper.length - shared);
    for (const heading of deeper.slice(shared)) writer.string(heading);
    writer.varint(passage.hidden.length);
    for (const [from, to] of passage.hidden) {
      writer.varint(from - passage.start);
      writer.varint(to - from);
    }
    writer.varint(passage.fences.length);
    for (const fence of passage.fences) {
      writeStep(writer, fence.start - passage.start);
      writer.varint(2 * (fence.end - fence.start) + Number(fence.closed));
    }
  }
}

/** Reads a section's record up to its passages, which {@linkcode readPassageRecords} reads on. */
export function readSectionRecord(
  reader: ByteReader,
): Omit<StoredSection, "passages"> {
  const anchor = reader.string(), heading = reader.string();
  const parent = reader.varint(), start = reader.varint();
  const end = start + reader.varint(), startLine = reader.varint();
  const endLine = startLine + reader.varint();
  return { anchor, heading, parent, start, end, startLine, endLine };
}

/**
 * Reads the passages of a section.
 *
 * @param hasFences Whether their fences were written: from format 4 on.
 */
export function readPassageRecords(
  reader: ByteReader,
  section: { start: number; startLine: number },
  count: number,
  hasFences: boolean,
): PassageRecord[] {
  const passages: PassageRecord[] = [];
  let { start, startLine: line } = section, deeper: string[] = [];
  for (let i = 0; i < count; i++) {
    start += reader.varint();
    const end = start + reader.varint();
    line += readStep(reader);
    const endLine = line + readStep(reader);
    deeper = deeper.slice(0, reader.varint());
    for (let n = reader.varint(); n > 0; n--) deeper.push(reader.string());
    const hidden: [number, number][] = [];
    for (let n = reader.varint(); n > 0; n--) {
      const from = start + reader.varint();
      hidden.push([from, from + reader.varint()]);
    }
    const fences: FenceSpan[] = [];
    for (let n = hasFences ? reader.varint() : 0; n > 0; n--) {
      const from = start + readStep(reader), length = reader.varint();
      const to = from + Math.floor(length / 2);
      fences.push({ start: from, end: to, closed: length % 2 === 1 });
    }
    passages.push({
      ...{ start, end, startLine: line, endLine },
      ...{ deeper, hidden, fences },
    });
    deeper = [...deeper];
  }
  return passages;
}

/** A step that may lead back, zigzag coded. */
function writeStep(writer: ByteWriter, step: number): void {
  writer.varint(step < 0 ? -2 * step - 1 : 2 * step);
}

function readStep(reader: ByteReader): number {
  const step = reader.varint();
  return step % 2 === 1 ? -(step + 1) / 2 : step / 2;
}

function lineRuns(lines: Uint32Array): LineRuns {
  const runs: LineRuns = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === line) last[0]++;
    else runs.push([1, line]);
  }
  return runs;
}
