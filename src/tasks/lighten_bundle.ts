/**
 * Makes a bundled module load less at start: neither `node:module` nor
 * `node:process`, which each bring a good part of Node's library along.
 *
 * Where a package in the bundle uses `require`, `deno bundle` gives every
 * module a helper that imports `node:module`, which loads a good part of Node's
 * library: 18 ms of CPU in Deno 2.9.6, as much as all the rest of a start. The
 * helper only ever requires modules that are built in, so it can get them when
 * it is called.
 *
 * The MCP SDK imports `node:process` for a transport that we do not use: 10 ms.
 * It gets an object that fetches what is asked of it.
 *
 * @param code a module as `deno bundle` wrote it, minified or not
 * @returns the same, or `code` itself where there is nothing to change
 */
export function lightenBundle(code: string): string {
  return withoutProcess(code).replace(
    /import\s*\{\s*createRequire as ([\w$]+)\s*\}\s*from\s*"node:module";\s*var ([\w$]+)\s*=\s*\1\(import\.meta\.url\);/,
    (_, _import, require) =>
      `var ${require}=(id)=>process.getBuiltinModule(id);`,
  );
}

function withoutProcess(code: string): string {
  return code.replace(
    /import\s+([\w$]+)\s+from\s*"node:process";/g,
    (_, name) =>
      `var ${name}=new Proxy({},{get:(_,key)=>globalThis.process[key]});`,
  );
}
