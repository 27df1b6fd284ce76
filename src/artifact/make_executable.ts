import { fileURLToPath } from "node:url";
import { UserError } from "../user_error.ts";
import { checkTarget, replaceFile } from "../files/replace_file.ts";
import { copy } from "./_streaming.ts";
import { writeAll } from "../files/write_all.ts";
import { DOCUMENTS_PART, INDEX_PART, payloadStart } from "./carried.ts";
import { elfImageEnd } from "./elf_image.ts";
import { openPayload } from "./payload.ts";
import { fileRegion, memoryRegion, type Region } from "../files/region.ts";
import { form, programFile } from "../running.ts";
import { selfExtractingPayloadStart } from "./self_extracting.ts";
import { splice } from "./splice.ts";
import type { PartToWrite } from "./write_payload.ts";
import { rewriteSelfExtracting } from "./write_self_extracting.ts";

/**
 * Checks, before the index is built, that `makeExecutable` will accept `out` and
 * has a program to start from.
 *
 * @throws {UserError} as `makeExecutable`
 */
export function checkExecutable(out: string): void {
  checkTarget(out);
  checkOverwritable(out);
  if (programFile() === undefined) compiledProgram();
}

/**
 * Refuses to overwrite a file that is not one of our programs: it must carry a
 * payload or be empty. On macOS and Windows, where programs carry none, it must at
 * least have an index beside it.
 *
 * @throws {UserError}
 */
function checkOverwritable(out: string): void {
  let there: Region;
  try {
    there = fileRegion(out);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  try {
    if (there.size === 0) return;
    const start = payloadStart(there);
    if (start !== undefined && openPayload(there, start)) return;
    if (Deno.build.os !== "linux" && Deno.statSync(`${out}.index`).isFile) {
      return;
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  } finally {
    there.close();
  }
  throw new UserError(
    `${out} exists already and is not a program that docs made`,
    "Name another file, or remove this one first.",
  );
}

/** Result of {@linkcode makeExecutable}. */
export interface MadeExecutable {
  path: string;
  form: "compiled" | "self-extracting";
  /** Path of the index that must stay beside it, where it is not in the file. */
  beside?: string;
}

/**
 * Makes an executable that carries an index: a copy of the running program (when
 * run from source, of `dist/docs`) with the index inside. Compiled programs on
 * macOS and Windows get it as `OUT.index` beside the file, because these systems
 * refuse a signed program that was changed.
 *
 * @param indexPath the index to carry
 * @param out file to make or replace
 * @param base the program to copy; it is not changed
 * @throws {UserError} when there is no program to copy, or `out` is the running
 * file, a folder, a file of another kind, or cannot be written
 */
export function makeExecutable(
  indexPath: string,
  out: string,
  base: string = programFile() ?? compiledProgram(),
): MadeExecutable {
  checkTarget(out);
  checkOverwritable(out);
  const program = fileRegion(base);
  const index = { name: INDEX_PART, region: fileRegion(indexPath) };
  const marker = {
    name: DOCUMENTS_PART,
    region: memoryRegion(Uint8Array.of(1)),
  };
  const start = payloadStart(program);
  const payload = start === undefined ? start : openPayload(program, start);
  const kept: PartToWrite[] = (payload?.parts ?? [])
    .filter(({ name }) => name !== INDEX_PART && name !== DOCUMENTS_PART)
    .map((part) => ({
      name: part.name,
      region: fileRegion(base, part.offset, part.length),
    }));
  try {
    if (selfExtractingPayloadStart(program) !== undefined) {
      rewriteSelfExtracting(base, [...kept, index, marker], out);
      return { path: out, form: "self-extracting" };
    }
    if (elfImageEnd(program) !== undefined) {
      splice(base, [...kept, index, marker], out);
      return { path: out, form: "compiled" };
    }
    const beside = out + ".index";
    const mode = Deno.statSync(base).mode ?? 0o755;
    // The program last: without its own index it would search another one.
    replaceFile(beside, 0o644, (file) => copyAll(index, file));
    replaceFile(
      out,
      mode & 0o777,
      (file) => copyAll({ region: program }, file),
    );
    return { path: out, form: "compiled", beside };
  } finally {
    for (const { region } of [...kept, index]) region.close();
    program.close();
  }
}

function copyAll(
  { region }: Pick<PartToWrite, "region">,
  file: Deno.FsFile,
): void {
  copy(region, 0, region.size, (bytes) => writeAll(file, bytes));
}

/** The program that `deno task compile` made in this source tree. */
function compiledProgram(): string {
  const name = Deno.build.os === "windows" ? "docs.exe" : "docs";
  const made = fileURLToPath(
    new URL(`../../dist/${name}`, import.meta.url),
  );
  try {
    if (Deno.statSync(made).isFile) return made;
  } catch {
    // Reported below.
  }
  throw new UserError(
    `There is no program to make an executable from: this is the ${form()} ` +
      `form, and ${made} does not exist`,
    "Run `deno task compile` first.",
  );
}
