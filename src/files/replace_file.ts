import { dirname } from "node:path";
import { UserError } from "../user_error.ts";
import { runningFiles } from "../running.ts";

/**
 * Makes or replaces a file in one step: it is written beside, and renamed when
 * it is whole. Until then, and after any failure, what was there stays.
 *
 * @param out path of the file
 * @param mode permission bits of a new file; one that is there keeps its own
 * @param write fills the file
 * @throws {UserError} when `out` is a folder, has no folder to be in, is the
 * running program, or cannot be written
 */
export function replaceFile(
  out: string,
  mode: number,
  write: (file: Deno.FsFile, path: string) => void,
): void {
  checkTarget(out);
  const beside = `${out}.${Deno.pid}.tmp`;
  try {
    const file = Deno.openSync(beside, {
      read: true,
      write: true,
      create: true,
      truncate: true,
    });
    try {
      write(file, beside);
      file.syncDataSync();
    } finally {
      file.close();
    }
    // Set apart from opening, where the umask would take bits away.
    if (Deno.build.os !== "windows") Deno.chmodSync(beside, modeOf(out, mode));
    Deno.renameSync(beside, out);
  } catch (error) {
    remove(beside);
    if (error instanceof UserError || !(error instanceof Error)) throw error;
    throw new UserError(
      `${out} cannot be written: ${error.message}`,
      "Free some space or name another place; what was there before is as it was.",
    );
  }
}

/** What is replaced keeps its bits; a new file gets what the umask leaves. */
function modeOf(out: string, mode: number): number {
  const there = stat(out)?.mode;
  if (typeof there === "number") return (there & 0o777) | (mode & 0o100);
  return mode & ~Deno.umask();
}

/**
 * Refuses a path that cannot be made or replaced.
 *
 * @throws {UserError} when `out` is a folder, has no folder to be in, or is the
 * running program
 */
export function checkTarget(out: string): void {
  const existing = stat(out);
  if (existing?.isDirectory) {
    throw new UserError(
      `${out} is a folder`,
      "Name the file to make, for example " + JSON.stringify(out + "/docs") +
        ".",
    );
  }
  if (!stat(dirname(out))?.isDirectory) {
    throw new UserError(
      `There is no folder ${dirname(out)} to make ${out} in`,
      "Make the folder first, or name another place.",
    );
  }
  if (existing && runningFiles().some((path) => isSame(path, out, existing))) {
    throw new UserError(
      `${out} is the program that is running`,
      "Name another file; then move it over this one if you want to.",
    );
  }
}

/** Whether two paths are one file: by device and inode, or else by real path. */
function isSame(running: string, out: string, there: Deno.FileInfo): boolean {
  const info = stat(running);
  if (!info) return false;
  if (info.ino && there.ino) {
    return info.ino === there.ino && info.dev === there.dev;
  }
  return Deno.realPathSync(running) === Deno.realPathSync(out);
}

function stat(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch {
    return undefined;
  }
}

function remove(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // It was never made.
  }
}
