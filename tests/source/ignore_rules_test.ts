import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { listSourceFiles } from "../../src/source/list_source_files.ts";
import { withFiles } from "./_temp_folder.ts";

function list(...path: string[]): string[] {
  const options = { include: [], exclude: [], follow: false };
  return listSourceFiles([join(...path)], options).map(({ path }) => path);
}

Deno.test("IgnoreRules honour .gitignore without a repository", async () => {
  const files = { ".gitignore": "\ufeff*.txt\r\nbuild/\r\n", "a.md": "" };
  await withFiles(
    { ...files, "b.txt": "", "x/c.txt": "", "build/d.md": "" },
    (folder) => assert.deepEqual(list(folder), ["a.md"]),
  );
});

Deno.test("IgnoreRules let the innermost file decide", async () => {
  const files = {
    ".gitignore": "*.txt\n",
    "x/.gitignore": "!keep.txt\n*.md\n",
  };
  await withFiles(
    { ...files, "keep.txt": "", "x/keep.txt": "", "x/a.md": "", "b.md": "" },
    (folder) => assert.deepEqual(list(folder), ["b.md", "x/keep.txt"]),
  );
});

Deno.test("IgnoreRules read a folder that an inner file takes back", async () => {
  const files = { ".gitignore": "build/\n", "x/.gitignore": "!build/\n" };
  await withFiles(
    { ...files, "build/a.md": "", "x/build/b.md": "" },
    (folder) => assert.deepEqual(list(folder), ["x/build/b.md"]),
  );
});

Deno.test("IgnoreRules take nothing back from an ignored folder", async () => {
  const files = { ".gitignore": "build/\n!build/a.md\n", "build/a.md": "" };
  await withFiles(files, (folder) => assert.deepEqual(list(folder), []));
});

Deno.test("IgnoreRules reach up to the repository's root and no further", async () => {
  const files = {
    ...{
      ".gitignore": "a.md\n",
      "repo/.git/HEAD": "",
      "repo/.gitignore": "b.md",
    },
    ...{ "repo/docs/a.md": "", "repo/docs/b.md": "" },
  };
  await withFiles(files, (folder) => {
    assert.deepEqual(list(folder, "repo", "docs"), ["a.md"]);
  });
});

Deno.test("IgnoreRules do not ignore the source folder itself", async () => {
  const files = {
    ...{ ".git/HEAD": "", ".gitignore": "/out/\n*.tmp.md\n" },
    ...{ "out/docs/a.md": "", "out/docs/b.tmp.md": "" },
  };
  await withFiles(files, (folder) => {
    assert.deepEqual(list(folder), []);
    assert.deepEqual(list(folder, "out"), ["docs/a.md"]);
    assert.deepEqual(list(folder, "out", "docs"), ["a.md"]);
  });
});

Deno.test("IgnoreRules tell upper from lower case", async () => {
  const files = { ".gitignore": "A.md\n", "x/a.md": "", "y/A.md": "" };
  await withFiles(
    files,
    (folder) => assert.deepEqual(list(folder), ["x/a.md"]),
  );
});

Deno.test("IgnoreRules do not read a .gitignore that is a link", {
  ignore: Deno.build.os === "windows",
}, async () => {
  await withFiles({ "rules.txt": "*.md\n", "a.md": "" }, (folder) => {
    symlinkSync("rules.txt", join(folder, ".gitignore"));
    assert.deepEqual(list(folder), ["a.md", "rules.txt"]);
  });
});
