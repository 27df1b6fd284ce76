import assert from "node:assert/strict";
import { hitJson, searchResultJson } from "../../src/search/hit_json.ts";
import { withLibrary } from "../mcp/_library.ts";

const HIT_FIELDS = [
  ...["rank", "id", "path", "anchor", "title", "heading_path", "url", "score"],
  ...["keyword_rank", "vector_rank", "child_count", "start_line", "end_line"],
  ...["snippet", "passages"],
];

Deno.test("hitJson() has the fields that are promised, in their order, and none of the numbers within the index", () =>
  withLibrary(async ({ openIndex }) => {
    const open = openIndex();
    const searcher = await open.searcher();
    const { hits: [hit] } = await searcher.search("connection pool", {
      ...{ k: 1, minScore: 0, explain: true },
    });
    const { explain, ...json } = hitJson(hit);
    assert.deepEqual(Object.keys(json), HIT_FIELDS);
    assert.equal(explain, hit.explain);
    assert.deepEqual(
      [json.heading_path, json.start_line, json.end_line, json.snippet],
      [hit.headingPath, hit.startLine, hit.endLine, hit.snippet.text],
    );
    assert.deepEqual(json.passages, [{
      start_line: 9,
      end_line: 16,
      text:
        "## Connection pool\n\nThe pool opens at most `maxConnections`.\n\n" +
        "```toml\nmaxConnections = 20\n```\n\n",
    }]);
    open.close();
  }));

Deno.test("searchResultJson() has corrections, what is nearest, or an error only where there are any", () =>
  withLibrary(async ({ openIndex }) => {
    const open = openIndex();
    const searcher = await open.searcher();
    const json = async (query: string, minScore: number) =>
      searchResultJson(await searcher.search(query, { k: 1, minScore }));
    const always = ["query", "took_ms", "index", "hits"];
    assert.deepEqual(Object.keys(await json("pool", 0)), always);
    const typed = await json("conection", 1.1);
    assert.deepEqual(Object.keys(typed), [
      ...["query", "took_ms", "index", "corrections", "hits", "nearest"],
    ]);
    assert.deepEqual(typed.query, "conection");
    assert.deepEqual(Object.keys(typed.nearest![0]), [
      ...["id", "path", "title", "heading_path", "url", "score"],
    ]);
    const wordless = await json("？", 0);
    assert.deepEqual(Object.keys(wordless), [...always, "error"]);
    assert.match(wordless.error!, /has no word to search for/);
    open.close();
  }));
