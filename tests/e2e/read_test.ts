import assert from "node:assert/strict";
import {
  docs,
  docsJson,
  GUIDE,
  shell,
  withFiles,
  withGuide,
} from "./program.ts";

const INDEX = ["--index", "guide.index"];

Deno.test("docs build understands front matter in the bundled program, too", () =>
  withGuide(async (cwd) => {
    // A package that is imported only when needed comes out of the bundler
    // without its named exports if it is no ES module.
    const built = await docs(["build", "guide", "-o", "again.index"], { cwd });
    assert.deepEqual([built.code, built.stderr], [0, ""]);
  }));

Deno.test("docs get prints a document, a section and lines exactly as in the source", () =>
  withGuide(async (cwd) => {
    const get = async (...args: string[]) => {
      const ended = await docs(["get", ...args, ...INDEX], { cwd });
      assert.equal(ended.code, 0, ended.stderr);
      return ended.stdout;
    };
    const source = GUIDE["guide/pool.md"];
    assert.equal(await get("pool.md"), source);
    assert.equal(
      await get("pool.md#connection-pool"),
      source.slice(
        source.indexOf("## Connection pool"),
        source.indexOf("## Backups"),
      ),
    );
    assert.equal(await get("pool.md", "--lines", "5:5"), "# Connections\n");
    assert.equal(
      await get("setup.ja.md#ログの出力"),
      "## ログの出力\n\nログは標準エラー出力に書き出します。\n",
    );
  }));

Deno.test("docs get names what comes near when there is no such document", () =>
  withGuide(async (cwd) => {
    const ended = await docs(["get", "pol.md", ...INDEX], { cwd });
    assert.notEqual(ended.code, 0);
    assert.equal(ended.stdout, "");
    assert.match(ended.stderr, /pool\.md/);
  }));

Deno.test("docs list --sections --json is the whole table of contents", () =>
  withGuide(async (cwd) => {
    interface Row {
      path: string;
      title: string;
      lang: string;
      url: string;
      sections: {
        anchor: string;
        heading_path: string[];
        start_line: number;
      }[];
    }
    const rows = await docsJson<Row[]>(["list", "--sections", ...INDEX], {
      cwd,
    });
    const byPath = new Map(rows.map((row) => [row.path, row]));
    assert.deepEqual([...byPath.keys()].sort(), [
      "notes.txt",
      "pool.md",
      "setup.ja.md",
    ]);
    assert.equal(byPath.get("pool.md")!.lang, "en");
    assert.equal(byPath.get("setup.ja.md")!.lang, "ja");
    assert.equal(byPath.get("setup.ja.md")!.title, "設定");
    const sections = byPath.get("pool.md")!.sections;
    assert.deepEqual(sections.map((section) => section.heading_path), [
      ["Connections"],
      ["Connections", "Connection pool"],
      ["Connections", "Backups"],
    ]);
  }));

Deno.test("docs status says which index it is, that it is whole, and what is stale", () =>
  withGuide(async (cwd) => {
    const fresh = await docs(["status", ...INDEX], { cwd });
    assert.equal(fresh.code, 0, fresh.stderr);
    assert.match(fresh.stdout, /guide\.index/);
    assert.match(fresh.stdout, /static-ja-en-256/);
    await Deno.writeTextFile(`${cwd}/guide/pool.md`, "# Changed\n");
    await Deno.remove(`${cwd}/guide/notes.txt`);
    const stale = await docs(["status", ...INDEX], { cwd });
    assert.match(stale.stdout, /pool\.md/);
    assert.match(stale.stdout, /notes\.txt/);
  }));

Deno.test("docs status checks what the program itself carries", () =>
  withGuide(async (cwd) => {
    const ended = await docs(["status"], { cwd });
    assert.equal(ended.code, 0, ended.stderr + ended.stdout);
  }));

Deno.test("docs version names version, form and platform", () =>
  withGuide(async (cwd) => {
    const version = await docsJson<Record<string, string>>(["version"], {
      cwd,
    });
    assert.match(version.version, /^\d+\.\d+\.\d+/);
    assert.ok(["compiled", "self-extracting"].includes(version.form));
    const text = await docs(["--version"], { cwd });
    assert.ok(text.stdout.includes(version.version));
  }));

Deno.test("docs completions prints a script that its shell accepts", () =>
  withGuide(async (cwd) => {
    for (const name of ["bash", "zsh", "fish", "powershell"]) {
      const ended = await docs(["completions", name], { cwd });
      assert.equal(ended.code, 0, ended.stderr);
      assert.match(ended.stdout, /search/);
    }
    const accepted = await shell(
      `command -v bash >/dev/null || exit 0
       "$DOCS" completions bash | bash -n`,
      { cwd },
    );
    assert.equal(accepted.code, 0, accepted.stderr);
  }));

Deno.test("docs --help lists every command and docs COMMAND --help its flags", () =>
  withGuide(async (cwd) => {
    const overview = await docs(["--help"], { cwd });
    for (const name of ["build", "search", "get", "list", "status"]) {
      assert.match(overview.stdout, new RegExp(`^ +${name}\\b`, "m"));
      const help = await docs([name, "--help"], { cwd });
      assert.equal(help.code, 0);
      assert.match(help.stdout, /--json/);
    }
  }));

Deno.test("docs list --sections names the text before the first heading", () =>
  withFiles(
    { "guide/a.md": "Some words first.\n\n## Then\n\nMore.\n" },
    async (cwd) => {
      await docs(["build", "guide"], { cwd });
      const { stdout } = await docs(["list", "--sections"], { cwd });
      assert.equal(
        stdout,
        "a.md  a\n    #  a (before the first heading)  1-2\n    #then  Then  3-5\n",
      );
    },
  ));
