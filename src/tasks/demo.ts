/**
 * `deno task demo`: from a fresh clone to the first search. Makes `dist/docs`, then
 * searches the guide that it carries, in Japanese and in English.
 *
 * @module
 */

import { relative, resolve } from "node:path";
import { UserError } from "../user_error.ts";
import { reportErrors } from "./_report_errors.ts";
import { compile } from "./compile.ts";

const QUERIES = [
  "実行ファイルを一つ作って配るには？",
  "where is the index looked for?",
];

/** Runs the demonstration. */
export async function demo(): Promise<void> {
  const name = Deno.build.os === "windows" ? "docs.exe" : "docs";
  const program = resolve(import.meta.dirname!, "../../dist", name);
  await compile([]);
  const folder = await Deno.makeTempDir();
  try {
    for (const query of QUERIES) {
      console.log(`\n$ dist/${name} search --index carried "${query}" -k 3`);
      const { code } = await new Deno.Command(program, {
        args: ["search", "--index", "carried", query, "-k", "3"],
        cwd: folder,
      }).spawn().status;
      if (code !== 0) {
        throw new UserError(`The search ended with exit code ${code}`);
      }
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  console.log(
    `\nNow try it on documents of yours:\n` +
      `$ ${relative(Deno.cwd(), program)} build FOLDER\n` +
      `$ ${relative(Deno.cwd(), program)} search "your question"`,
  );
}

if (import.meta.main) await reportErrors(demo);
