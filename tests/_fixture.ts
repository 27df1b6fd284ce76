/**
 * Programs that tests start: modules of this repository, each run by Deno in a
 * process of its own. They run from `deno.lock` and from the cache that the test
 * command has filled, and ask no registry, whatever their environment is.
 *
 * @module
 */

import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname!, "..");

/** A program and its arguments. */
export interface Program {
  command: string;
  args: string[];
}

/**
 * The variable that says where Deno's cache is, in a file: a test may start its
 * program with an emptied environment or with another home. Given as a flag it
 * arrives all the same.
 */
const environmentFile = Deno.makeTempFileSync({ suffix: ".env" });
Deno.writeTextFileSync(environmentFile, `DENO_DIR='${denoDir()}'\n`);
addEventListener("unload", () => Deno.removeSync(environmentFile));

/** Where Deno keeps its cache, as an absolute path. */
function denoDir(): string {
  const { stdout } = new Deno.Command(Deno.execPath(), {
    args: ["info", "--json"],
  }).outputSync();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}

/**
 * A module run by Deno with all permissions.
 *
 * @param module its path from the root of the repository, or an absolute one
 * @param args its arguments
 * @param flags of Deno, beside the usual ones
 */
export function denoRun(
  module: string,
  args: readonly string[] = [],
  flags: readonly string[] = [],
): Program {
  return {
    command: Deno.execPath(),
    args: [
      ...["run", "-A", "--no-check", "--cached-only", "--frozen"],
      ...[`--config=${join(root, "deno.json")}`],
      ...[`--env-file=${environmentFile}`, ...flags],
      ...[resolve(root, module), ...args],
    ],
  };
}

/** A module of `tests/fixtures` as a program. */
export function fixture(name: string, ...args: string[]): Program {
  return denoRun(join("tests/fixtures", name), args);
}
