import assert from "node:assert/strict";
import { resourceUri, targetOfUri } from "../../src/mcp/resource_uri.ts";
import { call, withLibrary } from "./_library.ts";

Deno.test("resourceUri() and targetOfUri() undo each other", () => {
  for (
    const [path, anchor] of [
      ["guide/a b.md", null],
      ["設定/100%#1?.md", "全文-検索"],
      ["a.md", ""],
    ] as const
  ) {
    const uri = resourceUri(path, anchor);
    assert.match(uri, /^docs:\/\/[!-~]+$/);
    assert.equal(
      targetOfUri(uri),
      anchor === null ? path : `${path}#${anchor}`,
    );
  }
  assert.equal(targetOfUri("docs://設定.md#位置"), "設定.md#位置");
  assert.equal(targetOfUri("docs://100%.md"), "100%.md");
  assert.equal(targetOfUri("file:///etc/passwd"), undefined);
});

Deno.test("documents are resources that are listed, read and completed", () =>
  withLibrary(async ({ client }) => {
    const { resources } = await client.listResources();
    assert.deepEqual(resources.map(({ name, title }) => [name, title]), [
      ["guide/pool.md", "Database guide"],
      ["guide/設定.md", "設定"],
    ]);
    const { contents } = await client.readResource({ uri: resources[1].uri });
    assert.match((contents[0] as { text: string }).text, /^# 設定/);
    const section = await client.readResource({
      uri: resourceUri("guide/pool.md", "backups"),
    });
    assert.match(
      (section.contents[0] as { text: string }).text,
      /^## Backups/,
    );
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.equal(resourceTemplates[0].uriTemplate, "docs://{+path}{#anchor}");
    const complete = async (name: string, value: string, path?: string) => {
      const { completion } = await client.complete({
        ref: { type: "ref/resource", uri: resourceTemplates[0].uriTemplate },
        argument: { name, value },
        ...path && { context: { arguments: { path } } },
      });
      return completion.values;
    };
    assert.deepEqual(await complete("path", "設"), ["guide/設定.md"]);
    assert.deepEqual(
      await complete("anchor", "back", "guide/pool.md"),
      ["backups"],
    );
  }));

Deno.test("a resource that is not there, and a page that is not, are errors", () =>
  withLibrary(async ({ client }) => {
    for (const uri of ["docs://nowhere.md", "docs://guide/pool.md#no", "x:y"]) {
      await assert.rejects(client.readResource({ uri }), /not found/i, uri);
    }
    await assert.rejects(client.listResources({ cursor: "x" }), /no page "x"/);
  }));

Deno.test("resources are listed in pages", () => {
  const documents = Object.fromEntries(
    Array.from({ length: 230 }, (_, i) => [`${i}.md`, `# ${i}\n`]),
  );
  return withLibrary(async ({ client }) => {
    const names = new Set<string>();
    // Without a cursor the client would put the pages together itself.
    for (let cursor: string | undefined = "0", pages = 1;; pages++) {
      const page = await client.listResources({ cursor });
      for (const { name } of page.resources) names.add(name);
      cursor = page.nextCursor;
      if (cursor === undefined) {
        assert.equal(pages, 3);
        break;
      }
    }
    assert.equal(names.size, 230);
  }, documents);
});

Deno.test("prompts bring the documents and the rules along", () =>
  withLibrary(async ({ client }) => {
    const { prompts } = await client.listPrompts();
    assert.deepEqual(prompts.map(({ name }) => name), [
      "answer_with_citations",
      "compare_sections",
      "write_questions",
    ]);
    const text = async (name: string, args: Record<string, string>) => {
      const { messages } = await client.getPrompt({ name, arguments: args });
      return (messages[0].content as { text: string }).text;
    };
    const answer = await text("answer_with_citations", {
      question: "設定ファイルはどこ？",
    });
    assert.match(answer, /ドキュメントに記載がありません/);
    assert.match(answer, /\[1\] 設定 › 設定ファイルの場所/);
    const both = await text("compare_sections", {
      first: "guide/pool.md#backups",
      second: "guide/設定.md",
    });
    assert.match(both, /Taken every night\.[^]*設定ファイル/);
    const questions = await text("write_questions", {});
    for (const step of ["--missing --json", "--import", "docs build"]) {
      assert.ok(questions.includes(step), step);
    }
    await assert.rejects(text("compare_sections", { first: "x" }), /second/);
    await assert.rejects(text("no_such", {}), /Prompts: answer_with/);
    const { completion } = await client.complete({
      ref: { type: "ref/prompt", name: "compare_sections" },
      argument: { name: "first", value: "guide/pool.md#b" },
    });
    assert.deepEqual(completion.values, ["guide/pool.md#backups"]);
  }));

Deno.test("the instructions tell what the index holds and how to ask", () =>
  withLibrary(({ client }) => {
    const said = client.getInstructions()!;
    assert.match(said, /holds 2 documents .* in English/);
    assert.match(said, /They are: Database guide; 設定\./);
    assert.match(said, /search_docs finds/);
    return Promise.resolve();
  }));

Deno.test("progress is told to a client that asks, and a cancelled call is not answered", () =>
  withLibrary(async ({ client }) => {
    const steps: number[] = [];
    await client.callTool(
      { name: "list_docs", arguments: {} },
      { onprogress: ({ progress }) => steps.push(progress) },
    );
    assert.deepEqual(steps, [0, 1, 2]);
    const cancelled = new AbortController();
    const asked = client.callTool(
      { name: "search_docs", arguments: { query: "pool" } },
      { signal: cancelled.signal },
    );
    cancelled.abort("no longer needed");
    await assert.rejects(asked);
    assert.ok(!(await call(client, "list_docs")).isError);
  }));
