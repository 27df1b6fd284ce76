import { deepEqual, equal } from "node:assert/strict";
import { modelFamily } from "../../src/embed/model_family.ts";

Deno.test("modelFamily gives each family the prefixes and the pooling of its model card", () => {
  const e5 = { query: "query: ", passage: "passage: ", pooling: "mean" };
  const bge = {
    query: "Represent this sentence for searching relevant passages: ",
    passage: "",
    pooling: "cls",
  };
  const cases: [string, object][] = [
    ["intfloat/multilingual-e5-large", e5],
    ["Xenova/multilingual-e5-small", e5],
    ["e5-small-ja-en-onnx", e5],
    ["e5-base-v2", e5],
    ["BAAI/bge-small-en-v1.5", bge],
    ["mxbai-embed-large", bge],
    ["BAAI/bge-m3", { query: "", passage: "", pooling: "cls" }],
    ["cl-nagoya/ruri-v3-310m", {
      query: "検索クエリ: ",
      passage: "検索文書: ",
      pooling: "mean",
    }],
    ["nomic-embed-text:v1.5", {
      query: "search_query: ",
      passage: "search_document: ",
      pooling: "mean",
    }],
  ];
  for (const [name, family] of cases) {
    deepEqual(modelFamily(name), family, name);
  }
});

Deno.test("modelFamily gives unknown models no prefixes", () => {
  const names = [
    "text-embedding-3-small",
    "intfloat/multilingual-e5-large-instruct",
    "face55",
    "all-MiniLM-L6-v2",
  ];
  for (const name of names) {
    equal(modelFamily(name).query + modelFamily(name).passage, "", name);
  }
});
