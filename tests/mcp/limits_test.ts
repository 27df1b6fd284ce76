import assert from "node:assert/strict";
import fc from "fast-check";
import { MAX_CHARACTERS } from "../../src/mcp/limits.ts";
import { call, withLibrary } from "./_library.ts";

/** Names and texts as only somebody who means harm would write them. */
const rows = [
  { id: "x".repeat(5_000), text: "The pool of a long path." },
  { id: '"\\'.repeat(1_500), text: "The pool of quotes." },
  { id: "title", title: "pool ".repeat(5_000), text: "The pool of a title." },
  {
    id: "heading",
    text: `# ${"pool ".repeat(2_000)}\n\nText.`,
    format: "markdown",
  },
  { id: "control", text: `The pool ${"\u0001".repeat(9_000)} of controls.` },
  ...Array.from({ length: 40 }, (_, i) => ({
    id: `${"deep/".repeat(60)}${i}.md`,
    text: `The connection pool number ${i} of backups. `.repeat(20),
  })),
];

const DOCUMENTS = {
  "hostile.jsonl": rows.map((row) => JSON.stringify(row)).join("\n") + "\n",
};

/** Characters of which JSON makes more, words that are found, and words that are nearly. */
const character = fc.constantFrom(
  '"',
  "\\",
  "\u0000",
  "\u001f",
  "\ud800",
  "\u2028",
  "あ",
  "x",
  " ",
  "#",
  "*",
  "(",
);
const word = fc.constantFrom(
  "pool ",
  "conection ",
  "backusp ",
  "numbr ",
  "長い",
  "deep/",
  "?!",
);
const hostile = fc.tuple(
  fc.array(fc.oneof(character, word), { minLength: 1, maxLength: 5 }),
  fc.constantFrom(1, 10, 100, 300, 2_000, 10_000),
).map(([parts, times]) => parts.join("").repeat(times).slice(0, 10_000));

const searching = fc.record(
  { query: hostile, top_k: fc.integer({ min: 1, max: 50 }) },
);
const calls = fc.oneof(
  fc.tuple(fc.constantFrom("search_docs", "answer_question"), searching),
  fc.tuple(
    fc.constant("get_doc"),
    fc.record({
      path: fc.oneof(hostile, fc.constantFrom(...rows.map(({ id }) => id))),
      anchor: fc.option(hostile, { nil: undefined }),
    }),
  ),
  fc.tuple(
    fc.constant("list_docs"),
    fc.record({
      path: fc.option(hostile, { nil: undefined }),
      sections: fc.boolean(),
      offset: fc.integer({ min: 0, max: 60 }),
    }),
  ),
  fc.tuple(
    fc.constantFrom("search_docs", "get_doc", "list_docs"),
    hostile.map((name) => ({ [name]: name })),
  ),
  fc.tuple(hostile, fc.constant({})),
);

Deno.test("text and data of every tool stay within the limit, whatever is asked of whatever documents", () =>
  withLibrary(async ({ client }) => {
    await fc.assert(
      fc.asyncProperty(calls, async ([name, args]) => {
        const { text, data } = await call(client, name, args);
        assert.ok(text.length <= MAX_CHARACTERS, `${text.length} of text`);
        const json = JSON.stringify(data ?? null).length;
        assert.ok(json <= MAX_CHARACTERS, `${json} of data`);
      }),
      { numRuns: 150 },
    );
  }, DOCUMENTS));

Deno.test("a query of the greatest length is searched for, and its characters may all be quotes", () =>
  withLibrary(async ({ client }) => {
    for (const filler of ["a ", '"']) {
      const query = "connection pool ".concat(filler.repeat(2_000)).slice(
        0,
        2_000,
      );
      const { text, data, isError } = await call(client, "search_docs", {
        query,
      });
      assert.ok(!isError, text);
      assert.equal(data.query, query);
      assert.ok(data.hits.length > 0);
    }
    const { isError, text } = await call(client, "search_docs", {
      query: "x".repeat(2_001),
    });
    assert.ok(isError);
    assert.equal(
      text,
      "Error: search_docs: query has 2001 characters, more than 2000",
    );
  }, DOCUMENTS));

Deno.test("all documents are listed, however long their names are", () =>
  withLibrary(async ({ client }) => {
    let listed = 0;
    for (let offset: number | null = 0; offset !== null;) {
      const { data } = await call(client, "list_docs", {
        offset,
        sections: true,
      });
      listed += data.documents.length;
      offset = data.next_offset;
    }
    assert.equal(listed, rows.length);
  }, DOCUMENTS));

Deno.test("what an error repeats of a name is short", () =>
  withLibrary(async ({ client }) => {
    const long = "n".repeat(9_000);
    const texts = await Promise.all([
      call(client, long),
      call(client, "search_docs", { [long]: 1 }),
      call(client, "get_doc", { path: "n".repeat(3_900) }),
      call(client, "get_doc", { path: "title", anchor: "n".repeat(900) }),
    ]);
    for (const { text, isError } of texts) {
      assert.ok(isError);
      assert.ok(text.length < 1_000, text);
    }
  }, DOCUMENTS));
