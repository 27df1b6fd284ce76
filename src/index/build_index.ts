import { dirname, resolve } from "node:path";
import { cut, type CutOptions, type Passage } from "../cut/cut.ts";
import type { BatchLimits, Embedder } from "../embed/embedder.ts";
import type { ExpansionCounts } from "../document/expansion.ts";
import type { ExpansionSource } from "../expansion/expansion_source.ts";
import type { Document, Skip, SourceFile } from "../document/document.ts";
import type { FileFormat } from "../source/reader.ts";
import { readers } from "../source/readers.ts";
import { readSources, sourceRoot } from "../source/read_sources.ts";
import { withoutOpaqueRuns } from "../text/opaque.ts";
import { detectLanguage } from "../text/detect_language.ts";
import { TOKENIZER_VERSION } from "../text/tokenize.ts";
import { UserError } from "../user_error.ts";
import { VERSION } from "../version.ts";
import { IndexWriter } from "./index_writer.ts";
import { type JournalCounts, journaledEmbedder } from "./journaled_embedder.ts";
import { removeStaleTemporaries } from "../files/remove_stale_temporaries.ts";
import { VectorJournal } from "./vector_journal.ts";
import { VectorQueue } from "./vector_queue.ts";
import { writeFailure } from "../files/write_failure.ts";

/** Sources, output and settings of a build. */
export interface BuildOptions {
  /** Folders or files. */
  sources: string[];
  /** Folder that paths are relative to; default: the sources' deepest common folder. */
  root?: string;
  /** The index file. */
  output: string;
  /** Absolute paths of further output files, which are never read as sources. */
  outputs?: string[];
  /** Globs over paths relative to the root; default: everything. */
  include?: string[];
  exclude?: string[];
  /** URL that path and anchor are appended to. */
  urlBase?: string;
  /** The documents must not be sent anywhere; recorded in the index. */
  offline?: boolean;
  /** Target length of a passage in UTF-16 code units; default 500. */
  passageSize?: number;
  /** Overlap of neighbouring passages in UTF-16 code units; default 100. */
  overlap?: number;
  /** Whether symbolic links that leave the root are followed. */
  follow?: boolean;
  /** The formats that are read; default: those of the table. */
  readers?: readonly FileFormat[];
  /** What was written for sections to be found by, if anything. */
  expansions?: ExpansionSource;
  /** Whether a skipped file is an error. */
  strict?: boolean;
  embedder: Embedder;
  /**
   * Path of the journal with the vectors of a slow embedder; default: the output
   * path plus `.vectors`.
   */
  vectors?: string;
  onProgress?: (progress: BuildProgress) => void;
  /** Called for each skipped file at once. */
  onSkip?: (skip: Skip) => void;
  signal?: AbortSignal;
}

/** Progress of a build. */
export interface BuildProgress {
  files: number;
  /** Passages that have their vector. */
  passages: number;
  seconds: number;
}

/** Result of a build; the JSON of `docs build --json`. */
export interface BuildSummary {
  index: string;
  root: string;
  documents: number;
  sections: number;
  passages: number;
  skipped: Skip[];
  warnings: { path: string; warning: string }[];
  /** Bytes of the index. */
  bytes: number;
  /** UTF-8 bytes of the documents' text. */
  text_bytes: number;
  /** What the documents have of questions; absent where there is no such file. */
  expansion?: ExpansionCounts;
  seconds: number;
  embedder: string;
  /** Passages whose vector was computed in this build. */
  embedded: number;
  /** Passages whose vector was reused: of an earlier build, or of the same text. */
  reused: number;
}

/**
 * Reads the sources, cuts, tokenises and embeds them, and writes an index. The file
 * at `output` is replaced atomically at the end; after an error it is unchanged.
 *
 * @throws {UserError} a source is missing, no document was found, a file was
 * skipped in strict mode, the disk is full
 * @throws the signal's reason
 */
export async function buildIndex(options: BuildOptions): Promise<BuildSummary> {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const root = options.root ?? sourceRoot(options.sources);
  const output = resolve(options.output);
  const skipped: Skip[] = [];
  const warnings: BuildSummary["warnings"] = [];
  const files: SourceFile[] = [];
  const { embedder, urlBase, include = [], exclude = [], follow = false } =
    options;
  const cutOptions = {
    passageSize: options.passageSize ?? 500,
    overlap: options.overlap ?? 100,
  };
  prepareFolder(output);
  const journalPath = resolve(options.vectors ?? `${output}.vectors`);
  const writer = openWriter(output, embedder);
  let journal: VectorJournal | undefined;
  try {
    const progress = () =>
      options.onProgress?.({
        files: files.length,
        passages: writer.vectors,
        seconds: seconds(),
      });
    const counts: JournalCounts = { embedded: 0, reused: 0 };
    let used = embedder;
    if (isSlow(embedder)) {
      journal = new VectorJournal(journalPath, embedder.id);
      used = journaledEmbedder(embedder, journal, counts, progress);
    }
    const queue = new VectorQueue(used, writer, options.signal);
    for await (
      const item of readSources(options.sources, {
        include,
        exclude,
        follow,
        root,
        readers: options.readers,
        outputs: [output, journalPath, ...(options.outputs ?? [])],
      })
    ) {
      options.signal?.throwIfAborted();
      if (item.kind === "skip") {
        skipped.push(item.skip);
        options.onSkip?.(item.skip);
      } else if (item.kind === "file") {
        files.push(item.file);
      } else {
        const { document } = item;
        for (const warning of document.warnings) {
          warnings.push({ path: document.path, warning });
        }
        await addDocument(writer, queue, document, cutOptions, options);
      }
      progress();
    }
    checkResult(options, root, writer.documents, skipped);
    for (const text of writer.expansionTexts()) await queue.add(text);
    await queue.flush();
    const { bytes, info } = writer.finish({
      created: new Date().toISOString(),
      generator: `docs ${VERSION}`,
      embedder: {
        id: embedder.id,
        source: embedder.source,
        dimensions: writer.dimensions ?? embedder.dimensions,
      },
      tokenizer: TOKENIZER_VERSION,
      settings: {
        ...cutOptions,
        urlBase,
        include,
        exclude,
        follow,
        ...options.offline && { offline: true as const },
      },
      ...options.expansions && { expansion: options.expansions.counts() },
      root,
      sources: options.sources,
      files: files.length,
    }, files);
    compactJournal(journal, `${output}.${Deno.pid}.vectors.tmp`);
    if (journal === undefined) counts.embedded = info.passages;
    return {
      index: output,
      root,
      documents: info.documents,
      sections: info.sections,
      passages: info.passages,
      skipped,
      warnings,
      bytes,
      text_bytes: info.textBytes,
      ...info.expansion && { expansion: info.expansion },
      seconds: seconds(),
      embedder: embedder.id,
      ...counts,
    };
  } catch (error) {
    throw asUserError(error, output);
  } finally {
    writer.abandon();
    journal?.[Symbol.dispose]();
  }
}

/**
 * The text that is embedded for a passage: title and headings, `repeats` times, then
 * the passage without its hidden spans. Only the vector depends on it; the stored
 * passage is a slice of the document.
 */
function embeddedText(
  text: string,
  title: string,
  headingPath: string[],
  passage: Passage,
  repeats: number,
): string {
  const context = new Set([title, ...headingPath, ...passage.deeper]);
  let body = "", at = passage.start;
  for (const [from, to] of passage.hidden) {
    body += text.slice(at, Math.max(at, from));
    at = Math.max(at, to);
  }
  body = withoutOpaqueRuns(body + text.slice(at, passage.end));
  // Of its context alone a passage would be found that shows nothing.
  if (body.trim() === "") return "";
  return `${[...context].join(" ")}\n`.repeat(repeats) + body;
}

/** Drops unused vectors. Failure is harmless: the index is finished, and the journal only stays larger. */
function compactJournal(
  journal: VectorJournal | undefined,
  temporary: string,
): void {
  try {
    journal?.compact(temporary);
  } catch { /* the old journal remains */ }
}

function isSlow(
  embedder: Embedder,
): embedder is Embedder & { slow: BatchLimits } {
  return embedder.slow !== undefined;
}

async function addDocument(
  writer: IndexWriter,
  queue: VectorQueue,
  document: Document,
  cutOptions: CutOptions,
  { embedder, expansions }: BuildOptions,
): Promise<void> {
  const pieces = cut(document, cutOptions);
  const sample = document.text.slice(
    document.bodyStart,
    document.bodyStart + 20_000,
  );
  const first = writer.sections;
  writer.add(document, pieces, detectLanguage(sample));
  for (const [at, section] of pieces.sections.entries()) {
    const { anchor, start, end, headingPath, passages } = section;
    const text = document.text.slice(start, end);
    const found = expansions?.of({ path: document.path, anchor, text });
    if (found) writer.addExpansion(first + at, found);
    for (const passage of passages) {
      await queue.add(embeddedText(
        document.text,
        pieces.title,
        headingPath,
        passage,
        embedder.contextRepeats,
      ));
    }
  }
}

/** @throws {UserError} for a skipped file in strict mode, or without any document */
function checkResult(
  options: BuildOptions,
  root: string,
  documents: number,
  skipped: Skip[],
): void {
  const [first] = skipped;
  if (options.strict && first !== undefined) {
    const { path, reason } = first;
    throw new UserError(
      `--strict: ${skipped.length} skipped, first ${path} (${reason})`,
      "Fix the files or exclude them with --exclude; the index was not changed",
    );
  }
  if (documents === 0) {
    throw new UserError(
      `no documents in ${options.sources.join(", ") || root}` +
        (skipped.length > 0 ? ` (${skipped.length} skipped)` : ""),
      `docs reads ${
        readNames(options.readers)
      } files; check the folder, --include and --exclude`,
    );
  }
}

/** The usual extensions of what is read: `.md, .mdx and .txt`. */
function readNames(formats = readers): string {
  return formats.map(({ extensions: [usual] }) => usual).join(", ")
    .replace(/, (?=[^,]+$)/, " and ");
}

function prepareFolder(output: string): void {
  try {
    if (Deno.statSync(output).isDirectory) {
      throw new UserError(
        `cannot write the index ${output}: it is a folder`,
        "Name a file with -o FILE",
      );
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  try {
    Deno.mkdirSync(dirname(output), { recursive: true });
  } catch (error) {
    throw asUserError(error, output);
  }
}

function openWriter(output: string, { slow }: Embedder): IndexWriter {
  removeStaleTemporaries(output);
  try {
    return new IndexWriter(output, slow !== undefined);
  } catch (error) {
    throw asUserError(error, output);
  }
}

/** Converts file system errors to `UserError`; others are returned unchanged. */
function asUserError(error: unknown, output: string): unknown {
  const reason = writeFailure(error);
  return reason === undefined ? error : new UserError(
    `cannot write the index ${output}: ${reason}`,
    "An existing index was not changed; free space or choose another place with -o FILE",
  );
}
