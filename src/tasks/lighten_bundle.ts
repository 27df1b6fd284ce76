/**
 * Removes the static imports of `node:module` and `node:process` from a bundled
 * module, because each loads much of Deno's Node compatibility library at start.
 *
 * If a package in the bundle uses `require`, `deno bundle` adds a helper to every
 * module that imports `node:module`: 18 ms of CPU in Deno 2.9.6, as much as the rest of
 * a start. The helper requires only built-in modules, so `process.getBuiltinModule`
 * replaces it.
 *
 * The MCP SDK imports `node:process` for a transport that we do not use: 10 ms. A proxy
 * object that reads the global `process` on access replaces it.
 *
 * @param code a module as `deno bundle` wrote it, minified or not
 * @returns the changed code, or `code` if there is nothing to change
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
