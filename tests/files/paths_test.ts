import assert from "node:assert/strict";
import { posix, win32 } from "node:path";
import fc from "fast-check";
import {
  baseName,
  isAbsolute,
  isInside,
  leavesFolder,
  parentFolder,
  resolvePath,
} from "../../src/files/paths.ts";

const name = fc.constantFrom(
  "a",
  "b c",
  "ガイド",
  ".docs",
  "..",
  ".",
  "x.md",
  "",
);
const separators = fc.array(name, { maxLength: 6 });

Deno.test("resolvePath() and parentFolder() agree with node:path on POSIX", () => {
  const path = fc.tuple(fc.constantFrom("", "/", "./"), separators)
    .map(([start, parts]) => start + parts.join("/"));
  fc.assert(fc.property(separators, path, (folder, path) => {
    const from = posix.resolve("/", folder.join("/"));
    const expected = posix.resolve(from, path);
    const got = resolvePath(from, path, false);
    assert.equal(got, expected);
    assert.equal(isAbsolute(path, false), posix.isAbsolute(path));
    assert.equal(parentFolder(got, false), posix.dirname(expected));
    assert.equal(baseName(got, false), posix.basename(expected));
  }));
});

Deno.test("resolvePath() and parentFolder() agree with node:path on Windows, on any machine", () => {
  const start = fc.constantFrom(
    "",
    "C:\\",
    "c:/",
    "\\\\srv\\share\\",
    "\\",
    ".\\",
  );
  const path = fc.tuple(start, separators, fc.constantFrom("/", "\\"))
    .map(([start, parts, separator]) => start + parts.join(separator));
  const root = fc.constantFrom("D:\\", "\\\\srv\\docs\\");
  fc.assert(fc.property(root, separators, path, (root, folder, path) => {
    // Two separators at the start name a server; the generator means a folder.
    fc.pre(!/^[\\/]{2}/.test(path) || path.startsWith("\\\\srv\\share\\"));
    const from = win32.resolve(root, folder.filter((part) => part).join("\\"));
    const expected = win32.resolve(from, path);
    const got = resolvePath(from, path, true);
    assert.equal(got, expected);
    assert.equal(isAbsolute(path, true), win32.isAbsolute(path));
    assert.equal(parentFolder(got, true), win32.dirname(expected));
  }));
});

Deno.test("isInside() does not take a folder with a longer name to be inside", () => {
  assert.ok(isInside("/a/b", "/a/b/c.md", false));
  assert.ok(isInside("/a/b", "/a/b", false));
  assert.ok(isInside("/", "/a", false));
  assert.ok(!isInside("/a/b", "/a/bc", false));
  assert.ok(!isInside("/a/b", "/a/b/../c", false));
  assert.ok(isInside("C:\\a", "C:\\a\\b\\c.md", true));
  assert.ok(!isInside("C:\\a", "C:\\ab", true));
  assert.ok(isInside("C:\\docs\\", "c:\\Docs", true));
  assert.ok(!isInside("/docs/sub", "/docs", false));
  assert.ok(!isInside("/a", "/A", false));
});

Deno.test("leavesFolder() recognises every way out of a folder, in the syntax of any system", () => {
  const out = [
    "/etc",
    "\\x",
    "C:\\x",
    "c:x",
    "~/x",
    "..",
    "a/../../b",
    "..\\b",
  ];
  for (const path of out) assert.ok(leavesFolder(path), path);
  for (const path of ["a", "a/b.md", "..a", "a..", "**/*.md", "."]) {
    assert.ok(!leavesFolder(path), path);
  }
});
