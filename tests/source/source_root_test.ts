import assert from "node:assert/strict";
import { join } from "node:path";
import { sourceRoot } from "../../src/source/source_root.ts";
import { UserError } from "../../src/user_error.ts";
import { withFiles } from "./_temp_folder.ts";

Deno.test("sourceRoot() is a single folder itself, or the folder of a file", async () => {
  await withFiles({ "x/a.md": "" }, (folder) => {
    assert.equal(sourceRoot([join(folder, "x") + "/"]), join(folder, "x"));
    assert.equal(sourceRoot([join(folder, "x", "a.md")]), join(folder, "x"));
  });
});

Deno.test("sourceRoot() holds all of several sources", async () => {
  await withFiles({ "x/a.md": "", "x/y/b.md": "", "z/c.md": "" }, (folder) => {
    const at = (...names: string[]) => join(folder, ...names);
    assert.equal(sourceRoot([at("x"), at("x", "y")]), at("x"));
    assert.equal(sourceRoot([at("x", "y"), at("x", "a.md")]), at("x"));
    assert.equal(sourceRoot([at("x"), at("z", "c.md")]), folder);
  });
});

Deno.test("sourceRoot() is absolute for a relative source", () => {
  assert.equal(sourceRoot(["."]), Deno.cwd());
});

Deno.test("sourceRoot() names a missing source", () => {
  for (const source of ["no/such folder", "/nowhere/a.md"]) {
    assert.throws(
      () => sourceRoot([".", source]),
      (error) => error instanceof UserError && error.message.includes(source),
    );
  }
});

Deno.test("sourceRoot() has no default", () => {
  assert.throws(() => sourceRoot([]), UserError);
  assert.throws(() => sourceRoot([""]), UserError);
});

Deno.test("sourceRoot() explains a quote that a back-slash took in", () => {
  assert.throws(
    () => sourceRoot(['D:\\docs" --json"']),
    (error) => error instanceof UserError && /back-slash/i.test(error.next!),
  );
});
