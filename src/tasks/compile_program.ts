import { basename, dirname, join } from "node:path";
import { type AssetName, ASSETS } from "../artifact/carried.ts";
import { fileRegion } from "../files/region.ts";
import { splice } from "../artifact/splice.ts";
import { ABORT_FLAG, COMPILED_V8_FLAGS } from "../artifact/v8_flags.ts";
import { writeSelfExtracting } from "../artifact/write_self_extracting.ts";
import type { PartToWrite } from "../artifact/write_payload.ts";
import type { Form } from "../running.ts";
import { UserError } from "../user_error.ts";
import { mustRun, runChild } from "./_run_child.ts";
import { deferImports } from "./defer_imports.ts";
import { lightenBundle } from "./lighten_bundle.ts";

/** Input and output files of {@linkcode compileProgram}. */
export interface ProgramSources {
  /** Entry module; must be named `main.ts`. */
  main: string;
  /** Entry modules for a single command each, named `COMMAND_main.ts`. */
  commandMains: string[];
  /** Paths of the asset files. */
  assets: Record<AssetName, string>;
  /** Path of the index to carry. */
  index: string;
  /** Folder for intermediate files. */
  work: string;
  /** The program to make or replace. */
  out: string;
}

/** The form that was made; `why` explains a fallback to the other form. */
export interface MadeProgram {
  form: Exclude<Form, "source">;
  why?: string;
}

/**
 * Bundles a program (split at dynamic imports, so that a command loads only its own
 * code), compiles it, and adds the index and the asset files. Makes a self-extracting
 * file instead if the base (denort) that `deno compile` downloads is not available.
 *
 * Environment: `DENORT_BIN`, a base to use; `DOCS_COMPILE_DENO`, the Deno of the same
 * version as that base (default: the running one).
 *
 * @param wanted the form to make; `compiled` may fall back to the other
 * @param say called with the name of each step before it begins
 * @throws {UserError} when a step fails for any other reason
 */
export async function compileProgram(
  sources: ProgramSources,
  wanted: MadeProgram["form"],
  say: (step: string) => void,
): Promise<MadeProgram> {
  say(`Bundling ${basename(sources.main)}`);
  const bundle = await bundleInto(sources.main, join(sources.work, "bundle"));
  // Replaces `out` only after it was started successfully.
  const { out } = sources;
  const made = join(dirname(out), `new-${basename(out)}`);
  try {
    const done = await make({ ...sources, out: made }, bundle, wanted, say);
    await mustStart(made, join(sources.work, "unpacked"));
    await Deno.rename(made, out);
    return done;
  } catch (error) {
    await Deno.remove(made).catch(() => {});
    throw error;
  }
}

async function make(
  sources: ProgramSources,
  bundle: string[],
  wanted: MadeProgram["form"],
  say: (step: string) => void,
): Promise<MadeProgram> {
  let why: string | undefined;
  if (wanted === "compiled") {
    say("Compiling");
    why = await compile(sources, bundle);
    if (why === undefined) return { form: "compiled" };
  }
  if (Deno.build.os === "windows") {
    throw new UserError(
      `The program cannot be compiled: ${why ?? "another form was asked for"}`,
      "There is no self-extracting form for Windows. Set DENORT_BIN to a denort.exe " +
        "of this version of Deno.",
    );
  }
  say("Packing the self-extracting file");
  // Bundles share chunks: those of the same name have the same content.
  const byName = new Map(bundle.map((path) => [basename(path), path]));
  const codeOf: Record<string, string[]> = {};
  for (const main of sources.commandMains) {
    const name = basename(main, ".ts");
    const paths = await bundleInto(main, join(sources.work, `bundle-${name}`));
    for (const path of paths) {
      if (!byName.has(basename(path))) byName.set(basename(path), path);
    }
    codeOf[name.replace("_main", "")] = paths.map((path) => basename(path));
  }
  const code = [...byName.values()];
  await rewrite(code, deferImports);
  const files = ASSETS.map((name) => sources.assets[name]);
  await withParts(["index"], sources, (parts) =>
    writeSelfExtracting(
      { deno: Deno.execPath(), files: [...code, ...files], codeOf },
      parts,
      sources.out,
    ));
  return { form: "self-extracting", why };
}

/** Bundles into an emptied folder; returns the paths of the files. */
async function bundleInto(main: string, folder: string): Promise<string[]> {
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await Deno.mkdir(folder, { recursive: true });
  await mustRun("Bundling", Deno.execPath(), [
    "bundle",
    "--quiet",
    "--minify",
    "--code-splitting",
    "--platform=deno",
    `--outdir=${folder}`,
    main,
  ]);
  const files = [];
  for await (const { name } of Deno.readDir(folder)) {
    files.push(join(folder, name));
  }
  await rewrite(files, lightenBundle);
  return files.sort();
}

async function rewrite(
  files: string[],
  change: (code: string) => string,
): Promise<void> {
  for (const file of files) {
    await Deno.writeTextFile(file, change(await Deno.readTextFile(file)));
  }
}

/**
 * Compiles the bundle to `out` and adds index and assets.
 *
 * @returns why the base is not available; undefined on success
 */
async function compile(
  sources: ProgramSources,
  bundle: string[],
): Promise<string | undefined> {
  const ownBase = Deno.env.get("DENORT_BIN");
  if (ownBase && !await Deno.stat(ownBase).catch(() => undefined)) {
    throw new UserError(`DENORT_BIN names ${ownBase}, which does not exist`);
  }
  const folder = join(sources.work, "bundle");
  const splicing = Deno.build.os === "linux";
  const included = splicing ? [] : ["index", ...ASSETS] as const;
  for (const name of included) {
    await Deno.copyFile(fileOf(name, sources), join(folder, name));
  }
  const base = splicing ? join(sources.work, "base") : sources.out;
  const ran = await runChild(
    Deno.env.get("DOCS_COMPILE_DENO") ?? Deno.execPath(),
    [
      ...["compile", "--quiet", "--allow-all", "--no-check"],
      // Ignores the project's configuration: the bundle is complete.
      ...["--no-config", "--no-lock", "--no-npm", "--no-remote"],
      // Deno would put the code cache into the shared temporary folder under a
      // predictable name, where others could plant code.
      "--no-code-cache",
      COMPILED_V8_FLAGS,
      ABORT_FLAG,
      ...included.flatMap((name) => ["--include", name]),
      ...["--output", base, "main.js"],
    ],
    { cwd: folder },
  );
  if (!ran.ok) {
    const why = reasonOfMissingBase(ran.stderr);
    if (why !== undefined) return why;
    throw new UserError(
      `Compiling ${bundle.length} files failed:\n${ran.stderr.trimEnd()}`,
    );
  }
  if (splicing) {
    await withParts(
      ["index", ...ASSETS],
      sources,
      (parts) => splice(base, parts, sources.out),
    );
    await Deno.remove(base);
  }
}

/**
 * Why the base is not available, from the output of `deno compile`: the innermost
 * cause, which it prints last.
 *
 * @returns undefined when it failed for another reason
 */
export function reasonOfMissingBase(stderr: string): string | undefined {
  if (!/setting up base binary|denort/i.test(stderr)) return undefined;
  const [beforeTrace = ""] = stderr.split(/\n\s*Stack backtrace:/);
  const causes = beforeTrace.match(/^\s+\d+: .+$/gm) ?? [];
  const last = causes.at(-1) ?? /^error: (.+)$/m.exec(beforeTrace)?.[1];
  return last?.replace(/^\s+\d+: /, "") ?? "it cannot be downloaded";
}

/** Opens parts for the duration of `use`. */
async function withParts(
  names: (AssetName | "index")[],
  sources: ProgramSources,
  use: (parts: PartToWrite[]) => void | Promise<void>,
): Promise<void> {
  const parts = names.map((name) => ({
    name,
    region: fileRegion(fileOf(name, sources)),
  }));
  try {
    await use(parts);
  } finally {
    for (const { region } of parts) region.close();
  }
}

function fileOf(
  name: AssetName | "index",
  sources: ProgramSources,
): string {
  return name === "index" ? sources.index : sources.assets[name];
}

/** Checks that the new program starts; it unpacks into `cache`. */
async function mustStart(made: string, cache: string): Promise<void> {
  const ran = await runChild(made, ["version"], {
    env: { DOCS_CACHE_DIR: cache },
  });
  await Deno.remove(cache, { recursive: true }).catch(() => {});
  if (ran.ok) return;
  throw new UserError(
    `The program that was made does not start:\n${ran.stderr.trimEnd()}`,
    "If DENORT_BIN is set, DOCS_COMPILE_DENO must name the Deno of the same " +
      "version.",
  );
}
