import assert from "node:assert/strict";
import { assertRefused, docs, docsJson, shell, withFiles } from "./program.ts";

const FILES = {
  "notes/pool.md":
    "# Pool\n\n## Size\n\nThe connection pool holds ten connections.\n",
  "notes/設定.md": "# 設定\n\n## 保存先\n\n保存先は環境変数で変えられます。\n",
  "notes/docs.json": '{ "exclude": ["private/**"] }',
  "notes/private/x.md": "# Secret\n\nThe connection pool of the secret.\n",
};

const indexes = (cwd: string) =>
  [...Deno.readDirSync(`${cwd}/cache/in-place`)].map(({ name }) => name);

Deno.test("docs search --in-place answers from a folder without an index, and leaves nothing in it", () =>
  withFiles(FILES, async (cwd) => {
    const start = { cwd, env: { DOCS_CACHE_DIR: `${cwd}/cache` } };
    const search = (...args: string[]) => docs(["search", ...args], start);
    const first = await search("--in-place", "notes", "how many connections");
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /^1\. Pool › Size\n {3}pool\.md:/);
    assert.equal(first.stderr, "");
    assert.deepEqual(
      [...Deno.readDirSync(`${cwd}/notes`)].map(({ name }) => name).toSorted(),
      ["docs.json", "pool.md", "private", "設定.md"],
    );
    const [kept, ...others] = indexes(cwd);
    assert.deepEqual(others, []);
    const path = `${cwd}/cache/in-place/${kept}`;
    const made = Deno.statSync(path).birthtime?.getTime();
    const bytes = Deno.readFileSync(path);

    // The same files: the same index, whatever is asked.
    const { hits } = await docsJson<{ hits: { path: string }[] }>(
      ["search", "--in-place", `${cwd}/notes`, "保存先を変えたい", "-k", "1"],
      start,
    );
    assert.equal(hits[0].path, "設定.md");
    assert.equal(Deno.statSync(path).birthtime?.getTime(), made);
    assert.equal((await search("--in-place", "notes", "zzzzqqqq")).code, 1);
    assert.deepEqual(indexes(cwd), [kept]);

    // Other content, even with the same size and time, is another index.
    const file = `${cwd}/notes/pool.md`;
    const { mtime } = Deno.statSync(file);
    Deno.writeTextFileSync(file, FILES["notes/pool.md"].replace("ten", "six"));
    Deno.utimeSync(file, mtime!, mtime!);
    const changed = await search("--in-place", "notes", "how many connections");
    assert.match(changed.stdout, /holds six connections/);
    assert.equal(indexes(cwd).length, 2);

    // A damaged one is made anew.
    for (const name of indexes(cwd)) {
      Deno.writeFileSync(`${cwd}/cache/in-place/${name}`, bytes.slice(0, 900));
    }
    const mended = await search("--in-place", "notes", "how many connections");
    assert.match(mended.stdout, /holds six connections/, mended.stderr);
  }));

Deno.test("docs search --in-place works without a cache, and says what is wrong with a folder", () =>
  withFiles({ ...FILES, "empty/x.png": "" }, async (cwd) => {
    // A file where the folder of kept indexes would be.
    Deno.mkdirSync(`${cwd}/cache`);
    Deno.writeTextFileSync(`${cwd}/cache/in-place`, "");
    Deno.mkdirSync(`${cwd}/tmp`);
    const env = { DOCS_CACHE_DIR: `${cwd}/cache`, TMPDIR: `${cwd}/tmp` };
    const start = { cwd, env };
    const found = await docs(
      ["search", "--in-place", "notes", "pool size"],
      start,
    );
    assert.equal(found.code, 0, found.stderr);
    assert.deepEqual([...Deno.readDirSync(`${cwd}/tmp`)], []);
    const refused = (args: string[], message: RegExp) =>
      docs(["search", ...args, "pool"], start)
        .then((ended) => assertRefused(ended, message));
    await refused(["--in-place", "none"], /"?none"? does not exist|none/);
    await refused(["--in-place", "empty"], /no documents/);
    await refused(
      ["--in-place", "notes", "--index", "x"],
      /--in-place searches a folder/,
    );
    assert.deepEqual([...Deno.readDirSync(`${cwd}/tmp`)], []);
  }));

Deno.test("docs search --in-place answers a pipe that closes early, and many queries from stdin", () =>
  withFiles(FILES, async (cwd) => {
    const env = { DOCS_CACHE_DIR: `${cwd}/cache` };
    const lines = await docs(["search", "--in-place", "notes", "--stdin"], {
      ...{ cwd, env, stdin: "pool size\n保存先\n" },
    });
    assert.equal(lines.stdout.trim().split("\n").length, 2, lines.stderr);
    const piped = await shell(
      '"$DOCS" search --in-place notes pool | head -1',
      {
        ...{ cwd, env },
      },
    );
    assert.match(piped.stdout, /^1\. Pool.*\n$/);
  }));
