import assert from "node:assert/strict";
import { queryTerms } from "../../src/search/query_terms.ts";

const terms = (query: string) => queryTerms(query).map(({ term }) => term);

Deno.test("queryTerms names each term once and counts it", () => {
  const [only] = queryTerms("vite Vite VITE");
  assert.deepEqual(only, { term: "vite", count: 3, prefix: false });
});

Deno.test("queryTerms finds no term in punctuation alone", () => {
  assert.deepEqual(terms("？"), []);
  assert.deepEqual(terms(" 、。!? "), []);
});

Deno.test("a single Han character stands for all terms that begin with it", () => {
  assert.deepEqual(queryTerms("鍵"), [{ term: "鍵", count: 1, prefix: true }]);
});
