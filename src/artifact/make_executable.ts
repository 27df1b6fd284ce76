import { fileURLToPath } from "node:url";
import { UserError } from "../user_error.ts";
import { checkTarget, replaceFile } from "../files/replace_file.ts";
import { copy } from "./_streaming.ts";
import { writeAll } from "../files/write_all.ts";
import { INDEX_PART, payloadStart } from "./carried.ts";
import { elfImageEnd } from "./elf_image.ts";
import { openPayload } from "./payload.ts";
import { fileRegion, type Region } from "../files/region.ts";
import { form, programFile } from "../running.ts";
import { selfExtractingPayloadStart } from "./self_extracting.ts";
import { splice } from "./splice.ts";
import type { PartToWrite } from "./write_payload.ts";
import { rewriteSelfExtracting } from "./write_self_extracting.ts";

/**
 * Refuses, before any work is done, what `makeExecutable` would refuse after it.
 *
 * @throws {UserError} as `makeExecutable` for `out` and for the missing base
 */
export function checkExecutable(out: string): void {
  checkTarget(out);
  checkIsOurs(out);
  if (programFile() === undefined) compiledProgram();
}

/**
 * Refuses to put a program in the place of a file that is none of ours: what is
 * there must carry a payload. Where programs carry none (macOS, Windows) it must
 * at least be a program with an index beside it.
 */
function checkIsOurs(out: string): void {
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
    `${out} is there already and is not a program that docs made`,
    "Name another file, or remove this one first.",
  );
}

/** What was made. */
export interface MadeExecutable {
  path: string;
  form: "compiled" | "self-extracting";
  /** The file that must stay beside it, where the index could not be put in. */
  beside?: string;
}

/**
 * Makes another executable out of the running one (run from source: out of
 * `dist/docs`) that carries this index. On Linux, and for the self-extracting
 * form, the index goes into the file; elsewhere it goes beside, as `OUT.index`,
 * because those systems refuse a program that was changed after it was signed.
 *
 * @param indexPath the index to carry
 * @param out file to make or replace
 * @param base the program to start from, never changed
 * @throws {UserError} when there is nothing to make it from, when `out` is the
 * running file, a folder, or cannot be written
 */
export function makeExecutable(
  indexPath: string,
  out: string,
  base: string = programFile() ?? compiledProgram(),
): MadeExecutable {
  checkTarget(out);
  checkIsOurs(out);
  const program = fileRegion(base);
  const index = { name: INDEX_PART, region: fileRegion(indexPath) };
  const start = payloadStart(program);
  const payload = start === undefined ? start : openPayload(program, start);
  const kept: PartToWrite[] = (payload?.parts ?? [])
    .filter((part) => part.name !== INDEX_PART)
    .map((part) => ({
      name: part.name,
      region: fileRegion(base, part.offset, part.length),
    }));
  try {
    if (selfExtractingPayloadStart(program) !== undefined) {
      rewriteSelfExtracting(base, [...kept, index], out);
      return { path: out, form: "self-extracting" };
    }
    if (elfImageEnd(program) !== undefined) {
      splice(base, [...kept, index], out);
      return { path: out, form: "compiled" };
    }
    const beside = out + ".index";
    const mode = Deno.statSync(base).mode ?? 0o755;
    // The program last: without its index it would answer from another one.
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

/** What `deno task compile` made in the source tree that we run from. */
function compiledProgram(): string {
  const name = Deno.build.os === "windows" ? "docs.exe" : "docs";
  const made = fileURLToPath(
    new URL(`../../dist/${name}`, import.meta.url),
  );
  try {
    if (Deno.statSync(made).isFile) return made;
  } catch {
    // Said below.
  }
  throw new UserError(
    `There is no program to make an executable from: this is the ${form()} ` +
      `form, and ${made} does not exist`,
    "Run `deno task compile` first.",
  );
}
