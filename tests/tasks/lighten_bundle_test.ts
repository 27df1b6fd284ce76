import assert from "node:assert/strict";
import { lightenBundle } from "../../src/tasks/lighten_bundle.ts";

Deno.test("lightenBundle() gets built-in modules when they are required", () => {
  const code =
    `var f=1;import{createRequire as __deno_internal_createRequire} ` +
    `from "node:module";var m=__deno_internal_createRequire(import.meta.url);` +
    `var n=2;export{m as a};`;
  assert.equal(
    lightenBundle(code),
    `var f=1;var m=(id)=>process.getBuiltinModule(id);var n=2;export{m as a};`,
  );
  const written = `import { createRequire as $require } from "node:module";
var __require = $require(import.meta.url);
`;
  const light = lightenBundle(written);
  assert.doesNotMatch(light, /import/);
  const require = new Function(`${light}; return __require;`)();
  assert.equal(typeof require("buffer").Buffer, "function");
});

Deno.test("lightenBundle() does not change other modules", () => {
  const code = `import{createRequire as r}from"node:module";export{r};`;
  assert.equal(lightenBundle(code), code);
});

Deno.test("lightenBundle() defers node:process until a property is read", () => {
  const changed = lightenBundle(
    'import pr from"node:process";var a=()=>pr.pid;',
  );
  assert.doesNotMatch(changed, /node:process/);
  const pid = new Function(`${changed}return a();`)();
  assert.equal(pid, Deno.pid);
});
