/**
 * Hides the dynamic imports of a bundled module from Deno's look ahead.
 *
 * `deno run` reads and looks through every module that an import names in plain
 * text, dynamic ones too, before it starts the first: all commands for each
 * start of one, 4 ms of CPU in Deno 2.9.6. A name that is put together at run
 * time is loaded when it is needed. (`deno compile`, on the other hand, takes
 * only what it can see into the program.)
 *
 * @param code a module as `deno bundle` wrote it
 */
export function deferImports(code: string): string {
  return code.replace(
    /\bimport\(\s*("\.\/[^"]+"|'\.\/[^']+')\s*\)/g,
    "import([$1].join())",
  );
}
