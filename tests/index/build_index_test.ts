import assert from "node:assert/strict";
import { join } from "node:path";
import { UserError } from "../../src/user_error.ts";
import { build, open, withDocuments } from "./_small_index.ts";

const GUIDE = `---
title: カワセミの手引き
---

はじめに一言。

# 設定 {#settings}

保存先は \`storage.path\` で変えられます。

\`\`\`toml
# 見出しではない
storage.path = "/var/lib/kawasemi"
\`\`\`

## 既定値

何も書かなければ既定値が使われます。

### 一覧

| 名前 | 値 |
|---|---|
| storage.path | ./data |

# Limits

A request may hold 500 rows.
`;

Deno.test("buildIndex keeps every document byte for byte, with sections, lines and URLs", async () => {
  const crlf = "\uFEFF# 改行\r\n\r\nＣＲＬＦと か\u3099 を保つ。\r\n";
  await withDocuments(
    { "guide/setup.md": GUIDE, "crlf.md": crlf, "note.txt": "ただの文章。\n" },
    async (folder) => {
      const summary = await build(folder, { urlBase: "https://x.example/d" });
      assert.equal(summary.documents, 3);
      assert.deepEqual(summary.skipped, []);
      const index = open(folder);
      for (
        const [path, text] of [["guide/setup.md", GUIDE], ["crlf.md", crlf]]
      ) {
        const document = index.findDocument(path);
        const { length } = index.document(document);
        assert.equal(index.text(document, 0, length), text);
      }
      const number = index.findDocument("guide/setup.md");
      const guide = index.document(number);
      assert.equal(guide.title, "カワセミの手引き");
      assert.equal(guide.lang, "ja");
      const sections = Array.from(
        { length: guide.sectionCount },
        (_, i) => index.section(guide.firstSection + i),
      );
      assert.deepEqual(
        sections.map(({ anchor, headingPath, startLine }) => [
          anchor,
          headingPath,
          startLine,
        ]),
        [
          ["", [], 5],
          ["settings", ["設定"], 7],
          ["既定値", ["設定", "既定値"], 16],
          ["limits", ["Limits"], 26],
        ],
      );
      assert.equal(
        sections[1].url,
        "https://x.example/d/guide/setup.md#settings",
      );
      for (const [i, { start, end, document }] of sections.entries()) {
        const passages = index.passages(guide.firstSection + i);
        assert.equal(passages[0].start, start);
        assert.equal(passages.at(-1)!.end, end);
        passages.forEach(({ start, end, startLine }) => {
          const shown = index.text(document, start, end);
          assert.equal(GUIDE.slice(start, end), shown);
          assert.equal(GUIDE.slice(0, start).split("\n").length, startLine);
        });
      }
      assert.equal(index.findDocument("setup.md"), -1);
      index.close();
    },
  );
});

Deno.test("buildIndex does not change an index when no document is found, a file is skipped in strict mode, or a source is missing", async () => {
  await withDocuments({ "a.md": "# A\n\ntext\n" }, async (folder) => {
    await build(folder);
    const before = Deno.readFileSync(join(folder, "index"));
    Deno.writeTextFileSync(join(folder, "documents", "b.rst"), "B\n=\n");
    await assert.rejects(build(folder, { strict: true }), UserError);
    await assert.rejects(build(folder, { include: ["*.html"] }), {
      name: "UserError",
      message: /no documents/,
    });
    await assert.rejects(
      build(folder, { sources: ["/does/not/exist"] }),
      UserError,
    );
    assert.deepEqual(Deno.readFileSync(join(folder, "index")), before);
    assert.deepEqual(
      [...Deno.readDirSync(folder)].map(({ name }) => name).sort(),
      ["documents", "index"],
    );
  });
});

Deno.test("buildIndex leaves no files when it is aborted", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`${i}.md`, `# ${i}\n\ntext\n`]),
  );
  await withDocuments(files, async (folder) => {
    const abort = new AbortController();
    await assert.rejects(build(folder, {
      signal: abort.signal,
      onProgress: ({ files }) => files === 7 && abort.abort(),
    }));
    assert.deepEqual([...Deno.readDirSync(folder)].map((it) => it.name), [
      "documents",
    ]);
  });
});

Deno.test("the rows of a JSON Lines file are documents, each with the line of its row", async () => {
  const rows = [
    { id: "p#1", title: "梅雨", text: "六月の雨。\n二行目。" },
    {
      id: "q",
      text: "# 見出し\n\n本文",
      format: "markdown",
      url: "https://q.example",
    },
  ];
  const file = rows.map((row) => JSON.stringify(row)).join("\n");
  await withDocuments({ "rows.jsonl": file }, async (folder) => {
    await build(folder);
    const index = open(folder);
    const first = index.document(index.findDocument("p#1"));
    assert.equal(first.title, "梅雨");
    assert.equal(first.file, "rows.jsonl");
    const section = index.section(first.firstSection);
    assert.deepEqual([section.startLine, section.endLine], [1, 1]);
    const second = index.document(index.findDocument("q"));
    assert.equal(index.section(second.firstSection).startLine, 2);
    assert.equal(index.section(second.firstSection).url, "https://q.example");
    assert.deepEqual(index.files().map(({ path }) => path), ["rows.jsonl"]);
    index.close();
  });
});
