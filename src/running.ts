/**
 * What is running: the source tree, a compiled executable, or the file that
 * unpacks itself.
 *
 * The self-extracting file says so in two environment variables. They are taken
 * out of the environment as soon as this module loads, so that no child sees
 * them:
 * - `DOCS_SELF`: absolute path of the file
 * - `DOCS_DENO_DIR`: the user's own `DENO_DIR`, if there was one
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

/** Every file that this process runs from and that must not be written to. */
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
