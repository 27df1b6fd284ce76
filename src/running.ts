/**
 * Which form of the program is running: the source tree, an executable made by
 * `deno compile`, or a self-extracting file.
 *
 * The shell script of a self-extracting file sets two environment variables.
 * This module removes them as soon as it loads, so that no child process
 * inherits them:
 * - `DOCS_SELF`: absolute path of the self-extracting file
 * - `DOCS_DENO_DIR`: the user's own `DENO_DIR`, which is restored
 *
 * @module
 */

/** The forms a program comes in. */
export type Form = "source" | "compiled" | "self-extracting";

const self = takeSelf();

/** Which form is running. */
export function form(): Form {
  if (Deno.build.standalone) return "compiled";
  return self === undefined ? "source" : "self-extracting";
}

/** The file that the user started as `docs`; undefined when run from source. */
export function programFile(): string | undefined {
  return Deno.build.standalone ? Deno.execPath() : self;
}

/** The files that this process runs from; they must not be overwritten. */
export function runningFiles(): string[] {
  return self === undefined ? [Deno.execPath()] : [Deno.execPath(), self];
}

function takeSelf(): string | undefined {
  if (Deno.build.standalone) return undefined;
  const file = Deno.env.get("DOCS_SELF");
  if (!file) return undefined;
  const denoDir = Deno.env.get("DOCS_DENO_DIR");
  Deno.env.delete("DOCS_SELF");
  Deno.env.delete("DOCS_DENO_DIR");
  if (denoDir === undefined) Deno.env.delete("DENO_DIR");
  else Deno.env.set("DENO_DIR", denoDir);
  return file;
}
