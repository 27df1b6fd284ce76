import assert from "node:assert/strict";
import { readQuery } from "../../src/search/read_query.ts";

const terms = (query: string) => readQuery(query).terms;

Deno.test("readQuery() names each term once and counts it", () => {
  const [only] = terms("vite Vite VITE");
  assert.deepEqual(only, { term: "vite", count: 3, prefix: false });
});

Deno.test("readQuery() finds no term in punctuation alone", () => {
  assert.deepEqual(terms("？"), []);
  assert.deepEqual(terms(" 、。!? "), []);
});

Deno.test("a single Han character stands for all terms that begin with it", () => {
  assert.deepEqual(terms("鍵"), [{ term: "鍵", count: 1, prefix: true }]);
});

Deno.test("readQuery() keeps the query and the places of its tokens", () => {
  const query = "Vite の設定";
  const { text, tokens } = readQuery(query);
  assert.equal(text, query);
  assert.deepEqual(
    tokens.map(({ start, end }) => text.slice(start, end)),
    ["Vite", "の設", "設定"],
  );
});
