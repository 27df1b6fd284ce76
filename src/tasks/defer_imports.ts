/**
 * Hides the dynamic imports of a bundled module from Deno's static analysis.
 *
 * Before `deno run` starts, it loads and parses every module that an import names by
 * a literal, also dynamic ones: the code of all commands at each start, 4 ms of CPU in
 * Deno 2.9.6. A specifier that is computed at run time is loaded when needed. (Not
 * for `deno compile`, which includes only modules that it can analyse.)
 *
 * @param code a module as `deno bundle` wrote it
 */
export function deferImports(code: string): string {
  return code.replace(
    /\bimport\(\s*("\.\/[^"]+"|'\.\/[^']+')\s*\)/g,
    "import([$1].join())",
  );
}
