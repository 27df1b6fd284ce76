/**
 * `deno task compile`: makes `dist/docs`, a standalone program that carries the index
 * of `corpus/`.
 *
 *     deno task compile [-o FILE] [--self-extracting]
 *
 * `-o FILE` names another output; `--self-extracting` makes that form even where
 * `deno compile` works.
 *
 * @module
 */

import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { mustRun } from "./_run_child.ts";
import { compileProgram } from "./compile_program.ts";
import { reportErrors } from "./_report_errors.ts";

const root = resolve(import.meta.dirname!, "../..");
const tables = join(root, "src/embed/static_ja_en");

/** Makes the program as the arguments say, and prints each step. */
export async function compile(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      output: { type: "string", short: "o" },
      "self-extracting": { type: "boolean" },
    },
  });
  const name = Deno.build.os === "windows" ? "docs.exe" : "docs";
  const out = resolve(values.output ?? join(root, "dist", name));
  const work = join(root, "dist", "build");
  const index = join(work, "corpus.index");
  // Also removes what tests unpacked of an earlier program.
  await Deno.remove(work, { recursive: true }).catch(() => {});
  await Deno.mkdir(work, { recursive: true });
  await Deno.mkdir(dirname(out), { recursive: true });

  console.log("Building the index of corpus/");
  const main = join(root, "main.ts");
  // Run in the root, so that paths in the index begin with corpus/.
  await mustRun("Building the index of corpus/", Deno.execPath(), [
    ...["run", "--allow-all", main, "build", "corpus", "--output", index],
  ], { cwd: root });

  const made = await compileProgram(
    {
      main,
      commandMains: ["search", "serve"].map((command) =>
        join(root, `src/cli/${command}_main.ts`)
      ),
      assets: {
        "static-ja-en-256.bin": join(tables, "static-ja-en-256.bin"),
        "tokenizer-ja-en.bin": join(tables, "tokenizer-ja-en.bin"),
        "late-ja-en-96.bin": join(tables, "late-ja-en-96.bin"),
        "onnxruntime.wasm.gz": await packedRuntime(work),
      },
      index,
      work,
      out,
    },
    values["self-extracting"] ? "self-extracting" : "compiled",
    (step) => console.log(step),
  );
  if (made.why !== undefined) {
    console.log(
      `The base that \`deno compile\` needs is not available: ${made.why}.\n` +
        "So this is the self-extracting form. It does the same, but at its first " +
        "start it unpacks itself into a folder of yours (~/.cache/docs, or " +
        "DOCS_CACHE_DIR).\nWith a base at hand: DENORT_BIN=FILE deno task " +
        "compile",
    );
  }
  const megabytes = (Deno.statSync(out).size / 1e6).toFixed(0);
  console.log(`Made ${out} (${made.form}, ${megabytes} MB)`);
}

/**
 * Compresses ONNX Runtime's WebAssembly: 14 MB become 3.7. Decompressing takes 0.1 s,
 * and only when an ONNX model is used.
 *
 * @returns the file's path
 */
async function packedRuntime(work: string): Promise<string> {
  const name = "onnxruntime-web/ort-wasm-simd-threaded.wasm";
  const packed = join(work, "onnxruntime.wasm.gz");
  const source = await Deno.open(new URL(import.meta.resolve(name)));
  const target = await Deno.open(packed, { write: true, create: true });
  await source.readable.pipeThrough(new CompressionStream("gzip"))
    .pipeTo(target.writable);
  return packed;
}

if (import.meta.main) await reportErrors(() => compile(Deno.args));
