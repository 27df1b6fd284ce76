import assert from "node:assert/strict";
import fc from "fast-check";
import {
  commonFolder,
  compareStoredPaths,
  extensionOf,
  relativePath,
} from "../../src/files/relative_path.ts";

Deno.test("relativePath() separates by / on Windows too", () => {
  const of = (root: string, path: string) =>
    relativePath(root, path, "windows");
  assert.equal(of("D:\\docs\\", "D:\\docs\\guide\\a b.md"), "guide/a b.md");
  assert.equal(of("D:\\docs", "d:\\DOCS\\a.md"), "a.md");
  assert.equal(of("\\\\srv\\share", "\\\\srv\\share\\x\\y.md"), "x/y.md");
  assert.equal(of("\\\\srv\\share\\", "\\\\srv\\share\\"), "");
  assert.equal(of("D:\\", "D:\\a.md"), "a.md");
});

Deno.test("relativePath() is undefined for paths outside the root on Windows", () => {
  const of = (root: string, path: string) =>
    relativePath(root, path, "windows");
  assert.equal(of("D:\\docs", "E:\\docs\\a.md"), undefined);
  assert.equal(of("D:\\docs", "D:\\docs2\\a.md"), undefined);
  assert.equal(of("D:\\docs", "D:\\a.md"), undefined);
  assert.equal(of("\\\\srv\\share", "\\\\srv\\other\\a.md"), undefined);
});

Deno.test("relativePath() keeps a backslash in a POSIX name", () => {
  assert.equal(relativePath("/docs", "/docs/a\\b.md", "posix"), "a\\b.md");
  assert.equal(relativePath("/docs/", "/docs/x/y.md", "posix"), "x/y.md");
  assert.equal(relativePath("/", "/x.md", "posix"), "x.md");
});

Deno.test("relativePath() does not take a name that begins with two dots for the parent", () => {
  assert.equal(relativePath("/docs", "/docs/..a.md", "posix"), "..a.md");
  assert.equal(relativePath("/docs", "/a.md", "posix"), undefined);
  assert.equal(relativePath("/docs", "/", "posix"), undefined);
});

Deno.test("commonFolder() is the deepest common ancestor", () => {
  assert.equal(commonFolder(["/a/b"], "posix"), "/a/b");
  assert.equal(commonFolder(["/a/b", "/a/b/c"], "posix"), "/a/b");
  assert.equal(commonFolder(["/a/b", "/a/bc"], "posix"), "/a");
  assert.equal(commonFolder(["/a", "/b"], "posix"), "/");
  assert.equal(
    commonFolder(["D:\\docs\\", "D:\\docs\\x"], "windows"),
    "D:\\docs",
  );
  assert.equal(commonFolder(["D:\\a", "D:\\b"], "windows"), "D:\\");
});

Deno.test("commonFolder() finds none across drives and shares", () => {
  assert.equal(commonFolder(["C:\\a", "D:\\a"], "windows"), undefined);
  assert.equal(
    commonFolder(["\\\\srv\\one\\a", "\\\\srv\\two\\a"], "windows"),
    undefined,
  );
});

Deno.test("compareStoredPaths() keeps a folder's files together", () => {
  const sorted = ["a.md", "a/z.md", "a/b/c.md", "A.md", "a b.md", "あ.md"]
    .sort(compareStoredPaths);
  assert.deepEqual(sorted, [
    "A.md",
    "a/b/c.md",
    "a/z.md",
    "a b.md",
    "a.md",
    "あ.md",
  ]);
});

Deno.test("compareStoredPaths() orders paths like lists of names compared by code unit", () => {
  const name = fc.string({ minLength: 1, unit: "binary" })
    .filter((name) => !name.includes("/"));
  const path = fc.array(name, { minLength: 1, maxLength: 4 });
  fc.assert(fc.property(path, path, (a, b) => {
    let expected = a.length - b.length;
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      if (a[i] === b[i]) continue;
      expected = a[i] < b[i] ? -1 : 1;
      break;
    }
    const order = compareStoredPaths(a.join("/"), b.join("/"));
    assert.equal(Math.sign(order), Math.sign(expected));
  }));
});

Deno.test("extensionOf() folds case and knows names without one", () => {
  assert.equal(extensionOf("docs/UPPER.MD"), ".md");
  assert.equal(extensionOf("v1.2/Makefile"), "");
  assert.equal(extensionOf(".md"), "");
  assert.equal(extensionOf("a.tar.gz"), ".gz");
});
