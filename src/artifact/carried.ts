/**
 * What the running program carries: the index in it, and the tables of its
 * embedder. Nothing is looked for until it is asked for, and looking costs a
 * few small reads.
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
 * What every program carries: the tables of the bundled embedder and of the
 * comparison of words, and the WebAssembly that runs other models. Run from
 * source there are only the tables.
 */
export const ASSETS = [
  "static-ja-en-256.bin",
  "tokenizer-ja-en.bin",
  "late-ja-en-96.bin",
  "onnxruntime.wasm.gz",
] as const;

/** One of the program's own files. */
export type AssetName = typeof ASSETS[number];

/** The name of the index among the parts, and in what is compiled in. */
export const INDEX_PART = "index";

/** A thing that the program carries, opened. */
export interface Carried {
  region: Region;
  /** The file that it is in, as the user knows it. */
  from: string;
  /** What the bytes must hash to, where that is recorded. */
  sha256?: Uint8Array;
}

/**
 * The index that this program carries: in its file, or beside it as
 * `PROGRAM.index` where the system does not let it be put in.
 *
 * @returns undefined when it carries none, as when it is run from source
 * @throws {UserError} when a self-extracting program has lost it
 */
export function carriedIndex(): Carried | undefined {
  const spliced = openPart(INDEX_PART);
  if (spliced === undefined && form() === "self-extracting") {
    throw new UserError(
      `${programFile()} is cut short: the index that it carried is gone`,
      "Get this program again.",
    );
  }
  if (spliced || form() !== "compiled") return spliced;
  const program = programFile()!;
  return openFile(`${program}.index`) ??
    // What is compiled in has a path that only the program itself can see.
    openFile(besideCode(INDEX_PART), program);
}

/**
 * One of the program's own files, from wherever this program has it.
 *
 * @throws {Deno.errors.NotFound} when the program was put together wrongly
 */
export function asset(name: AssetName): Region {
  return openAsset(name).region;
}

/** As `asset`, with what is known about it. */
export function openAsset(name: AssetName): Carried {
  const carried = openPart(name) ?? openFile(besideCode(name));
  if (carried) return carried;
  const from = besideCode(`../embed/static_ja_en/${name}`);
  return { region: fileRegion(from), from };
}

/** Where the payload of a program file begins, whatever its form, in bytes. */
export function payloadStart(program: Region): number | undefined {
  return selfExtractingPayloadStart(program) ?? elfImageEnd(program);
}

/** A part of the payload in the program's own file. */
function openPart(name: string): Carried | undefined {
  const from = programFile();
  if (from === undefined) return undefined;
  // Opened once, so that a file put in its place meanwhile is never mixed in.
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
 * The program's own file; undefined when it has been removed meanwhile. Linux
 * knows the one that is running even then.
 */
function openProgram(path: string): Region | undefined {
  const running = form() === "compiled" && Deno.build.os === "linux"
    ? openFile("/proc/self/exe") // not there in some sandboxes
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
 * A file by its path from the folder of this code: that of the bundle, compiled
 * in or unpacked; or this one.
 */
function besideCode(name: string): string {
  return `${import.meta.dirname}/${name}`;
}
