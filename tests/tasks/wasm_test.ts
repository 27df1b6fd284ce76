import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { relative } from "node:path";
import { wasmModules } from "../../src/tasks/wasm.ts";

const root = `${import.meta.dirname}/../..`;
const modules = await wasmModules();

Deno.test("every WebAssembly module of src is made from a .wat", () => {
  assert.deepEqual(
    modules.map(({ path }) => relative(root, path)).sort(),
    globSync("src/**/*_wasm.ts", { cwd: root }).sort(),
  );
});

for (const { wat, path, code } of modules) {
  Deno.test(`what \`deno task wasm\` makes of ${wat} is committed`, () => {
    assert.equal(Deno.readTextFileSync(path), code);
  });

  Deno.test(`${wat} says how it is assembled, and which plain reference computes the same`, () => {
    const text = Deno.readTextFileSync(`${root}/${wat}`);
    assert.match(text, /^;; Assembled into _\w+_wasm\.ts by `deno task wasm`/m);
    const references = text.match(/tests\/\w+\/_plain_\w+\.ts/g) ?? [];
    assert.ok(references.length > 0);
    for (const it of references) assert.ok(Deno.statSync(`${root}/${it}`));
  });
}
