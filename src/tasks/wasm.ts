/**
 * `deno task wasm`: assembles every `NAME.wat` under `src` into the
 * `_NAME_wasm.ts` beside it, which is what the program loads.
 *
 * @module
 */

import { globSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import wabt from "wabt";
import { UserError } from "../user_error.ts";
import { reportErrors } from "./_report_errors.ts";

const root = resolve(import.meta.dirname!, "../..");

/** A module of TypeScript that holds a WebAssembly module. */
export interface WasmModule {
  /** Path of the text it is made from, from the root of the repository. */
  wat: string;
  /** Absolute path of the TypeScript module. */
  path: string;
  code: string;
}

/**
 * Assembles every `.wat` under `src`.
 *
 * @throws {UserError} with the assembler's message when one has a mistake
 */
export async function wasmModules(): Promise<WasmModule[]> {
  const assembler = await wabt();
  return globSync("src/**/*.wat", { cwd: root }).sort().map((wat) => {
    const name = basename(wat, ".wat");
    const text = Deno.readTextFileSync(join(root, wat));
    let bytes: Uint8Array;
    try {
      const module = assembler
        .parseWat(wat, text, { simd: true, bulk_memory: true });
      bytes = module.toBinary({}).buffer;
      module.destroy();
    } catch (error) {
      throw new UserError(
        `${wat} cannot be assembled:\n${(error as Error).message.trimEnd()}`,
      );
    }
    return {
      wat,
      path: join(root, dirname(wat), `_${name}_wasm.ts`),
      code: [
        `/** \`${name}.wat\`, assembled by \`deno task wasm\` (${bytes.length} bytes). */`,
        `export const ${name.toUpperCase()}_WASM =`,
        `  "${btoa(String.fromCharCode(...bytes))}";`,
        "",
      ].join("\n"),
    };
  });
}

async function wasm(): Promise<void> {
  for (const { wat, path, code } of await wasmModules()) {
    const same = code === await Deno.readTextFile(path).catch(() => undefined);
    if (!same) await Deno.writeTextFile(path, code);
    console.log(`${wat}: ${same ? "as it was" : `made ${basename(path)}`}`);
  }
}

if (import.meta.main) await reportErrors(wasm);
