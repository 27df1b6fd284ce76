import { dirname } from "node:path";
import { UserError } from "../user_error.ts";
import { runningFiles } from "../running.ts";

/**
 * Creates or replaces a file atomically: writes a temporary file in the same
 * folder and renames it. After any failure the old file is unchanged.
 *
 * @param out path of the file
 * @param mode permission bits of a new file, before the umask. A file that is
 * replaced keeps its own, plus the owner's execute bit of `mode`.
 * @param write writes the content; `path` is the temporary file's
 * @throws {UserError} when `out` is a folder, its folder does not exist, it is
 * the running program, or it cannot be written
 */
export function replaceFile(
  out: string,
  mode: number,
  write: (file: Deno.FsFile, path: string) => void,
): void {
  checkTarget(out);
  const temporary = `${out}.${Deno.pid}.tmp`;
  try {
    const file = Deno.openSync(temporary, {
      read: true,
      write: true,
      create: true,
      truncate: true,
    });
    try {
      write(file, temporary);
      file.syncDataSync();
    } finally {
      file.close();
    }
    // Not set at opening, where the umask would clear bits of a file's own mode.
    if (Deno.build.os !== "windows") {
      Deno.chmodSync(temporary, modeOf(out, mode));
    }
    Deno.renameSync(temporary, out);
  } catch (error) {
    remove(temporary);
    if (error instanceof UserError || !(error instanceof Error)) throw error;
    throw new UserError(
      `${out} cannot be written: ${error.message}`,
      "Free some space or name another place; an existing file was not changed.",
    );
  }
}

function modeOf(out: string, mode: number): number {
  const there = stat(out)?.mode;
  if (typeof there === "number") return (there & 0o777) | (mode & 0o100);
  return mode & ~Deno.umask();
}

/**
 * Checks that a file can be created or replaced at a path.
 *
 * @throws {UserError} when `out` is a folder, its folder does not exist, or it is
 * the running program
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

/** Whether two paths are the same file: by device and inode, else by real path. */
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
    // It was never created.
  }
}
