/**
 * What the running program carries with it: an index, and the asset files that the
 * embedders need. Nothing is opened until it is requested, and opening costs a few
 * small reads.
 *
 * @module
 */

import { elfImageEnd } from "./elf_image.ts";
import { openPayload } from "./payload.ts";
import { fileRegion, type Region, regionWithin } from "../files/region.ts";
import { form, programFile } from "../running.ts";
import { selfExtractingPayloadStart } from "./self_extracting.ts";
import { UserError } from "../user_error.ts";

/**
 * Files that every program carries: the tables of the bundled embedder, of its
 * tokenizer and of late interaction, and ONNX Runtime's WebAssembly. When run from
 * source, only the tables are there.
 */
export const ASSETS = [
  "static-ja-en-256.bin",
  "tokenizer-ja-en.bin",
  "late-ja-en-96.bin",
  "onnxruntime.wasm.gz",
] as const;

/** Name of an asset file. */
export type AssetName = typeof ASSETS[number];

/** Name of the index among the parts of the payload and the compiled-in files. */
export const INDEX_PART = "index";

/**
 * A part that says that the index is of documents of a user's, put there by
 * `docs build --executable`; without it, the index is the guide of the program.
 */
export const DOCUMENTS_PART = "documents";

/** An opened index or asset file. */
export interface Carried {
  region: Region;
  /** Path of the file that contains it, for messages. */
  from: string;
  /** Expected SHA-256 of the bytes, where it is recorded. */
  sha256?: Uint8Array;
}

/**
 * Opens the index that this program carries: in its own file, or beside it as
 * `PROGRAM.index` on systems where a program file cannot be changed.
 *
 * @returns undefined when it carries none, as when run from source
 * @throws {UserError} when a self-extracting file has been truncated
 */
export function carriedIndex(): Carried | undefined {
  const spliced = openPart(INDEX_PART);
  if (spliced === undefined && form() === "self-extracting") {
    throw new UserError(
      `${programFile()} is cut short: its index is missing`,
      "Download or build this program again.",
    );
  }
  if (spliced || form() !== "compiled") return spliced;
  const program = programFile()!;
  return openFile(`${program}.index`) ??
    // A compiled-in file has a virtual path, which would mean nothing to users.
    openFile(besideCode(INDEX_PART), program);
}

/** Whether the index that this program carries is of a user's documents, not its own guide. */
export function carriesDocuments(): boolean {
  const marker = openPart(DOCUMENTS_PART);
  marker?.region.close();
  if (marker !== undefined) return true;
  if (form() !== "compiled" || Deno.build.os === "linux") return false;
  const beside = openFile(`${programFile()}.index`);
  beside?.region.close();
  return beside !== undefined;
}

/**
 * Opens an asset file, wherever this form of the program has it.
 *
 * @throws {Deno.errors.NotFound} when the program was built without it
 */
export function asset(name: AssetName): Region {
  return openAsset(name).region;
}

/** Like {@linkcode asset}, with its file and checksum. */
export function openAsset(name: AssetName): Carried {
  const carried = openPart(name) ?? openFile(besideCode(name));
  if (carried) return carried;
  const from = besideCode(`../embed/static_ja_en/${name}`);
  return { region: fileRegion(from), from };
}

/** Byte offset of the payload in a program file of either form; undefined for other files. */
export function payloadStart(program: Region): number | undefined {
  return selfExtractingPayloadStart(program) ?? elfImageEnd(program);
}

/** Opens a part of the payload in the program's own file. */
function openPart(name: string): Carried | undefined {
  const from = programFile();
  if (from === undefined) return undefined;
  // Opened once: a file that replaces this one in between must not be mixed in.
  const program = openProgram(from);
  if (program === undefined) return undefined;
  const start = payloadStart(program);
  const payload = start === undefined ? start : openPayload(program, start);
  const part = payload?.parts.find((part) => part.name === name);
  if (part === undefined) {
    program.close();
    return undefined;
  }
  const region = regionWithin(program, part.offset, part.length);
  return { region, from, sha256: part.sha256 };
}

/**
 * Opens the program's own file; undefined when it has been removed. On Linux
 * `/proc/self/exe` still opens a removed one.
 */
function openProgram(path: string): Region | undefined {
  const running = form() === "compiled" && Deno.build.os === "linux"
    ? openFile("/proc/self/exe") // missing in some sandboxes
    : undefined;
  return (running ?? openFile(path))?.region;
}

function openFile(path: string, from = path): Carried | undefined {
  try {
    return { region: fileRegion(path), from };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/**
 * A path relative to the folder of this code: the bundle's, compiled in or
 * unpacked, or this source folder.
 */
function besideCode(name: string): string {
  return `${import.meta.dirname}/${name}`;
}
