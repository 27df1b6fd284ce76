import assert from "node:assert/strict";
import { MAX_CHARACTERS } from "../../src/mcp/limits.ts";
import { searchOutput } from "../../src/mcp/tools/search_docs.ts";
import { TOOLS } from "../../src/mcp/server.ts";
import { call, withLibrary } from "./_library.ts";

Deno.test("search_docs gives title, URL, lines and excerpt in the language of the query", () =>
  withLibrary(async ({ client }) => {
    const { text, data } = await call(client, "search_docs", {
      query: "設定ファイルの場所",
      top_k: 1,
    });
    assert.match(
      text,
      /^## 検索結果 \(1件\)\n\n### 1\. 設定 › 設定ファイルの場所\nURL: guide\/設定\.md#設定ファイルの場所\nguide\/設定\.md#設定ファイルの場所 \(3–\d+ 行\)\n\n/,
    );
    assert.match(text, /起動したフォルダーから/);
    assert.equal(data.query, "設定ファイルの場所");
    assert.equal(data.hits[0].path, "guide/設定.md");
    const english = await call(client, "search_docs", { query: "pool" });
    assert.match(english.text, /^## Search results \(\d\)\n/);
    assert.ok(english.data.hits.length <= 3);
  }));

Deno.test("searchOutput() tells of corrections and of the nearest where nothing fits", () => {
  const { text } = searchOutput({
    query: "conection",
    took_ms: 1,
    index: { path: "", documents: 1, passages: 1, embedder: "", created: "" },
    hits: [],
    corrections: [{ typed: "conection", taken: "connection" }],
    nearest: [{
      id: "a.md#b",
      path: "a.md",
      title: "A",
      heading_path: ["A", "B"],
      url: "a.md#b",
      score: 0.3,
    }],
  }, []);
  assert.equal(
    text,
    '## Search results (0)\n\nNothing fits "conection".\n\nNo document has "conection"; searched for "connection".\n\nThe nearest sections: A › B (a.md#b)',
  );
});

Deno.test("search_docs says when nothing fits, and when a query has no word", () =>
  withLibrary(async ({ client }) => {
    const { text, data, isError } = await call(client, "search_docs", {
      query: "？",
    });
    assert.equal(isError, false);
    assert.equal(
      text,
      '## Search results (0)\n\nThere is no word to search for in "？".',
    );
    assert.deepEqual(data.hits, []);
    assert.match(data.error, /has no word to search for/);
  }));

Deno.test("answer_question quotes, says so, and names at most three sources", () =>
  withLibrary(
    async ({ client }) => {
      const { text, data } = await call(client, "answer_question", {
        query: "What torque does the flange need?",
      });
      assert.match(text, /^\(No model wrote this/);
      assert.equal(data.sources.length, 4);
      for (const { path, start_line } of data.sources) {
        assert.match(text, new RegExp(`${path}, line ${start_line + 2}`));
      }
      const [, references] = text.split("## References\n\n");
      assert.equal(references.match(/^\d\. /gm)!.length, 3);
      assert.equal(data.mode, "extractive");
      assert.equal(data.sent, null);
      assert.equal(data.question, "What torque does the flange need?");
      const scores = data.sources.map((it: { score: number }) => it.score);
      const mean = scores.reduce((a: number, b: number) => a + b, 0) /
        scores.length;
      assert.equal(data.relevance_score, Number(mean.toFixed(4)));
    },
    Object.fromEntries(
      [1, 2, 3, 4].map((at) => [
        `pump${at}.md`,
        `# Flange of pump ${at}\n\nThe flange needs a torque of ${at}0 Nm.\n`,
      ]),
    ),
  ));

Deno.test("answer_question answers in the language of the question", () =>
  withLibrary(async ({ client }) => {
    const { text } = await call(client, "answer_question", {
      query: "ログはどこに出ますか",
    });
    assert.match(text, /^\(モデルによる回答ではありません/);
    assert.match(text, /## 参考ドキュメント/);
  }));

Deno.test("answer_question has no sources and relevance 0 where nothing is found", () =>
  withLibrary(async ({ client }) => {
    const { text, data } = await call(client, "answer_question", {
      query: "。。。",
    });
    assert.match(text, /Sorry, nothing related/);
    assert.deepEqual(data.sources, []);
    assert.equal(data.relevance_score, 0);
  }));

Deno.test("get_doc reads a document, a section and lines, also by URI", () =>
  withLibrary(async ({ client }) => {
    const read = async (args: Record<string, unknown>) =>
      (await call(client, "get_doc", args)).data;
    const whole = await read({ path: "guide/pool.md" });
    assert.ok(whole.text.startsWith("---\ntitle"));
    assert.equal(whole.next_offset, null);
    const section = await read({ path: "guide/pool.md", anchor: "#backups" });
    assert.equal(section.text, "## Backups\n\nTaken every night.\n");
    assert.deepEqual(await read({ id: "guide/pool.md#backups" }), section);
    const lines = await read({
      path: "guide/pool.md",
      start_line: 7,
      end_line: 7,
    });
    assert.equal(lines.text, "How to connect.\n");
    const byUri = await read({
      uri:
        "docs://guide/%E8%A8%AD%E5%AE%9A.md#%E3%83%AD%E3%82%B0%E3%81%AE%E5%87%BA%E5%8A%9B",
    });
    assert.match(byUri.text, /^## ログの出力/);
  }));

Deno.test("get_doc tells what is near an unknown name", () =>
  withLibrary(async ({ client }) => {
    const { text, isError } = await call(client, "get_doc", {
      path: "pool.md",
    });
    assert.ok(isError);
    assert.match(text, /Nearest: guide\/pool\.md/);
    const far = await call(client, "get_doc", { path: "x/".repeat(20) });
    assert.match(far.text, /\nlist_docs shows all paths\.$/);
  }));

Deno.test("get_doc says of each page its own lines", () => {
  const front = "---\ntitle: Long\n---\n\n";
  const lines = Array.from({ length: 3_000 }, (_, i) => `line ${i + 5}`);
  return withLibrary(async ({ client }) => {
    let next: number | null = 0, line = 1, pages = 0;
    while (next !== null) {
      const { text, data } = await call(client, "get_doc", {
        path: "long.md",
        offset: next,
      });
      const { start_line, end_line } = data;
      assert.equal(start_line, line);
      assert.ok(
        text.includes(
          `long.md (lines ${start_line}–${end_line}; the whole: lines 1–3004)`,
        ),
        text.slice(0, 200),
      );
      if (line > 1) assert.ok(data.text.startsWith(`line ${start_line}\n`));
      assert.ok(data.text.endsWith(`line ${end_line}\n`));
      line = end_line + 1;
      next = data.next_offset;
      pages++;
    }
    assert.equal(line, 3_005);
    assert.ok(pages > 1);
    const whole = await call(client, "get_doc", {
      path: "long.md",
      start_line: 5,
      end_line: 6,
    });
    assert.match(whole.text, /long\.md \(lines 5–6\)\n/);
  }, { "long.md": front + lines.join("\n") + "\n" });
});

Deno.test("get_doc and list_docs write in the language of most documents", () =>
  withLibrary(async ({ client }) => {
    const got = await call(client, "get_doc", { path: "en.md" });
    assert.match(got.text, /en\.md \(1–3 行\)/);
    const list = await call(client, "list_docs");
    assert.match(list.text, /^## 文書 \(全 3 件のうち 1–3 件目\)/);
    const none = await call(client, "list_docs", { path: "no/**" });
    assert.equal(
      none.text,
      '## 文書 (0 件)\n\n"no/**" に一致するパスはありません。path を省いた list_docs で、すべての文書を見られます。',
    );
  }, {
    "en.md": "# Pool\n\nThe pool.\n",
    "設定.md": "# 設定\n\n設定ファイルの場所です。\n",
    "記録.md": "# 記録\n\nログの出力先です。\n",
  }));

Deno.test("list_docs says when no path matches", () =>
  withLibrary(async ({ client }) => {
    for (const path of ["no/**", ","]) {
      const { text, data, isError } = await call(client, "list_docs", { path });
      assert.ok(!isError, text);
      assert.equal(
        text,
        `## Documents (none)\n\nNo path matches ${
          JSON.stringify(path)
        }; list_docs without path lists all documents.`,
      );
      assert.deepEqual(data, {
        total: 0,
        offset: 0,
        next_offset: null,
        documents: [],
      });
    }
  }));

Deno.test("list_docs lists documents and sections, of a glob if asked", () =>
  withLibrary(async ({ client }) => {
    const { data } = await call(client, "list_docs");
    assert.deepEqual(
      data.documents.map((it: { path: string }) => it.path),
      ["guide/pool.md", "guide/設定.md"],
    );
    const some = await call(client, "list_docs", {
      path: "*.md",
      sections: true,
      offset: 1,
    });
    assert.equal(some.data.total, 2);
    assert.equal(some.data.documents.length, 1);
    assert.match(some.text, /- #設定ファイルの場所: /);
  }));

Deno.test("results of all tools stay within the limit and lead to the rest", () => {
  const line = '接続プールの"設定"と`code`。\t\\ 検索の索引。';
  const long = `# 接続プール\n\n${`${line}\n`.repeat(2_000)}`;
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [
      `guide/${"長い名前".repeat(8)}-${i}.md`,
      `# 接続プール ${i}\n\n${line.repeat(20)}\n`,
    ]),
  );
  return withLibrary(async ({ client }) => {
    const within = async (name: string, args: Record<string, unknown>) => {
      const { text, data, isError } = await call(client, name, args);
      assert.ok(!isError, text);
      assert.ok(text.length <= MAX_CHARACTERS, `${name}: ${text.length}`);
      const json = JSON.stringify(data).length;
      assert.ok(json <= MAX_CHARACTERS, `${name}: ${json} of JSON`);
      return { text, data };
    };
    const query = "接続プールの設定";
    const found = await within("search_docs", { query, top_k: 50 });
    assert.ok(found.data.hits.length < 50);
    const [, id] = /get_doc で読めます: (\S+?),/.exec(found.text)!;
    assert.equal(id, found.data.omitted[0]);
    await within("get_doc", { path: id });
    await within("answer_question", { query, top_k: 20 });
    let read = "";
    for (let offset: number | null = 0; offset !== null;) {
      const { data } = await within("get_doc", { path: "long.md", offset });
      read += data.text;
      offset = data.next_offset;
    }
    assert.equal(read, long);
    const paths: string[] = [];
    for (let offset: number | null = 0; offset !== null;) {
      const { data } = await within("list_docs", { offset, sections: true });
      paths.push(...data.documents.map((it: { path: string }) => it.path));
      offset = data.next_offset;
    }
    assert.equal(new Set(paths).size, 301);
    assert.equal(paths.length, 301);
  }, { ...many, "long.md": long });
});

Deno.test("a passage that begins or ends inside a fence is shown with whole fences", () => {
  const code = Array.from({ length: 60 }, (_, i) => `let pool${i} = ${i};`);
  const text = `# Pool\n\nThe code:\n\n\`\`\`js\n${code.join("\n")}\n\`\`\`\n`;
  return withLibrary(async ({ client }) => {
    const { text } = await call(client, "answer_question", { query: "pool30" });
    const fences = text.match(/^```/gm) ?? [];
    assert.ok(fences.length >= 2 && fences.length % 2 === 0, text);
    const found = await call(client, "search_docs", { query: "pool30" });
    assert.match(found.text, /\n```js\nlet [^`]*\n```(?:\n|$)/);
  }, { "a.md": text });
});

Deno.test("results have the shape that the tools declare", () =>
  withLibrary(async ({ client }) => {
    // From here on the client holds each result against the schema.
    await client.listTools();
    const calls: [string, Record<string, unknown>][] = [
      ["search_docs", { query: "設定" }],
      ["search_docs", { query: "？" }],
      ["answer_question", { query: "pool" }],
      ["get_doc", { path: "guide/pool.md" }],
      ["get_doc", { path: "guide/pool.md", anchor: "backups" }],
      ["list_docs", { sections: true }],
      ["list_docs", { offset: 99 }],
    ];
    for (const [name, args] of calls) {
      const { isError, text } = await call(client, name, args);
      assert.ok(!isError, text);
    }
  }));

Deno.test("an unknown tool is an error text that names the tools", () =>
  withLibrary(async ({ client }) => {
    const { text, isError } = await call(client, "serch_docs");
    assert.ok(isError);
    assert.match(text, /Tools: search_docs, answer_question, get_doc/);
  }));

Deno.test("tools say when to use them within 1,024 characters, and only read", () =>
  withLibrary(async ({ client }) => {
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      TOOLS.map(({ definition }) => definition.name),
    );
    for (const tool of tools) {
      assert.ok(tool.description!.length <= 1024 && tool.name.length <= 37);
      assert.match(tool.description!, /Use it/);
      assert.equal(tool.annotations?.readOnlyHint, true);
      assert.equal(tool.annotations?.idempotentHint, true);
      assert.equal(
        tool.annotations?.openWorldHint,
        tool.name === "answer_question",
      );
      assert.ok(tool.outputSchema);
    }
  }));

Deno.test("search_docs takes several phrasings beside the query, and merges what they find", () =>
  withLibrary(async ({ client }) => {
    const call = async (args: Record<string, unknown>) =>
      await client.callTool({ name: "search_docs", arguments: args }) as {
        isError?: boolean;
        content: { text: string }[];
        structuredContent: { phrasings?: string[]; hits: { id: string }[] };
      };
    const both = await call({
      query: "zzzzqqqq",
      queries: ["connection pool", "maxConnections"],
    });
    assert.equal(
      both.structuredContent.hits[0].id,
      "guide/pool.md#connection-pool",
    );
    assert.equal(both.structuredContent.phrasings?.length, 3);
    const only = await call({
      query: "connection pool",
      queries: "connection pool",
    });
    assert.equal(
      only.structuredContent.hits[0].id,
      "guide/pool.md#connection-pool",
    );
    assert.equal(only.structuredContent.phrasings, undefined);
    for (
      const more of [["a", ""], ["1", "2", "3", "4", "5"], 7, [7]]
    ) {
      const refused = await call({ query: "0", queries: more });
      assert.equal(refused.isError, true, JSON.stringify(more));
    }
  }));
