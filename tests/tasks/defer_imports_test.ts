import assert from "node:assert/strict";
import { deferImports } from "../../src/tasks/defer_imports.ts";

Deno.test("deferImports hides dynamic imports of the bundle's own modules and nothing else", () => {
  const code = `import{a}from"./chunk.js";const x=()=>import("./get-A1.js");` +
    `await import( './b.js' );import("npm:x");`;
  assert.equal(
    deferImports(code),
    `import{a}from"./chunk.js";const x=()=>import(["./get-A1.js"].join());` +
      `await import(['./b.js'].join());import("npm:x");`,
  );
});
