/**
 * The index file: a header of 64 bytes, the parts, the page table, the
 * manifest. Little-endian; every part starts at a multiple of 16 bytes.
 *
 * ```
 * 0   "DOCSIDX1"
 * 8   u32 format version
 * 12  u32 manifest length       (bytes)
 * 16  f64 data length           (bytes of all parts, from offset 64)
 * 24  f64 file length           (bytes)
 * 32  u32 checksum of page table and manifest
 * 36  u32 checksum of bytes 0..35
 * 64  parts …, page table (u32 checksum of each page of the data), manifest
 * ```
 *
 * The header is written last, so that a file cut short while it was written
 * is never taken for an index.
 */

import type { ExpansionCounts } from "../document/expansion.ts";

/** First eight bytes of every index, whatever its version. */
export const MAGIC = "DOCSIDX1";

/** Version of the layout that is written. */
export const FORMAT_VERSION = 5;

/** Oldest version that is read. */
export const OLDEST_VERSION = 3;

/** Version from which on passages have their fences. */
export const FENCES_FROM = 4;

/** Version from which on sections have expansions. */
export const EXPANSIONS_FROM = 5;

/** Bytes before the first part. */
export const HEADER_BYTES = 64;

/** Bytes of data that one checksum covers. */
export const PAGE_BYTES = 16384;

/** Where a part stands, in bytes from the start of the data. */
export interface Part {
  offset: number;
  length: number;
}

/** Names of the parts, in the order in which they are written. */
export const PARTS = [
  "text",
  "text_index",
  "documents",
  "document_offsets",
  "document_sections",
  "document_text",
  "sections",
  "section_offsets",
  "section_passages",
  "passage_lengths",
  "terms",
  "term_index",
  "postings",
  "vectors",
  "vector_scales",
  "vector_mean",
  "expansion_sections",
  "expansion_text",
  "files",
] as const;

/** Name of a part of the index. */
export type PartName = typeof PARTS[number];

/** What an index says of itself (`docs status`, the JSON of every hit list). */
export interface IndexInfo {
  format: number;
  /** ISO 8601, UTC. */
  created: string;
  /** Program and version that wrote it. */
  generator: string;
  documents: number;
  sections: number;
  passages: number;
  terms: number;
  /** UTF-8 bytes of all documents' text. */
  textBytes: number;
  /** What was written for the sections to be found by; none in an index before format 5. */
  expansion?: ExpansionCounts;
  /** `source`: the folder or repository of a model, where its id does not say. */
  embedder: { id: string; source?: string; dimensions: number };
  tokenizer: number;
  /** Build settings that decide what is in the index. */
  settings: {
    passageSize: number;
    overlap: number;
    urlBase?: string;
    include: string[];
    exclude: string[];
    follow: boolean;
    /** The `docs.json` of the sources forbids to send the documents anywhere. */
    offline?: true;
  };
  /** Absolute folder that the paths are relative to. */
  root: string;
  /** The sources as they were named. */
  sources: string[];
  files: number;
}

/** The manifest: JSON at the end of the file. */
export interface Manifest {
  info: IndexInfo;
  parts: Record<PartName, Part>;
  /** Tokens in all passages, for BM25's average length. */
  tokens: number;
}

/** The header, read. */
export interface Header {
  version: number;
  manifestLength: number;
  dataLength: number;
  fileLength: number;
  tailChecksum: number;
}

/** Pages that `length` bytes of data take. */
export function pageCount(length: number): number {
  return Math.ceil(length / PAGE_BYTES);
}
