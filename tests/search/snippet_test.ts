import assert from "node:assert/strict";
import fc from "fast-check";
import {
  highlight,
  matchedTerms,
  matcherOf,
  snippet,
} from "../../src/search/snippet.ts";
import { readQuery } from "../../src/search/read_query.ts";

const matcher = (query: string) => matcherOf(readQuery(query).terms);

/** The slice that `snippet()` names. */
function shownOf(text: string, query: string, hidden?: [number, number][]) {
  return text.slice(...snippet(text, matcher(query), hidden));
}
const marked = (text: string, query: string) =>
  highlight(text, matcher(query)).map(([from, to]) => text.slice(from, to));

Deno.test("highlight marks Japanese words as one span, with the tokens of the search", () => {
  assert.deepEqual(marked("保存先は設定で変えられます。", "設定"), ["設定"]);
  assert.deepEqual(
    marked("リポジトリとﾘﾎﾟｼﾞﾄﾘ", "リポジトリ"),
    ["リポジトリ", "ﾘﾎﾟｼﾞﾄﾘ"],
  );
});

Deno.test("highlight marks identifiers whole, whatever their case", () => {
  assert.deepEqual(marked("Set KAWASEMI_MAX now", "kawasemi_max"), [
    "KAWASEMI_MAX",
  ]);
});

Deno.test("highlight marks words and humps of identifiers, no stretch inside a word", () => {
  assert.deepEqual(marked("text, context and readTextFile", "text"), [
    "text",
    "Text",
  ]);
});

Deno.test("highlight marks what half-width and decomposed characters spell", () => {
  assert.deepEqual(marked("ﾃﾞｰﾀ か\u3099いど", "データ がいど"), [
    "ﾃﾞｰﾀ",
    "か\u3099いど",
  ]);
});

Deno.test("matchedTerms names what --explain shows: words, not stretches inside words", () => {
  const terms = (text: string) => matchedTerms(text, matcher("text 設定"));
  assert.deepEqual(terms("設定 of the text, text again"), ["設定", "text"]);
  assert.deepEqual(terms("context"), []);
});

Deno.test("snippet shows the words of the query, far into a long passage (qmd 973)", () => {
  const filler = "この行は分量のための文です。\n".repeat(40);
  const text = filler + "探し物は紫水晶の鍵です。\n" + filler;
  const shown = shownOf(text, "紫水晶の鍵");
  assert.ok(shown.includes("紫水晶の鍵"), shown);
  assert.ok(shown.length <= 260, `${shown.length}`);
  assert.ok(shown.startsWith("この行は") || shown.startsWith("探し物"), shown);
});

Deno.test("snippet never shows what is hidden", () => {
  const text = "前 <!-- 秘密 --> 後の秘密でない話";
  const from = text.indexOf("<!--"), to = text.indexOf("-->") + 3;
  assert.ok(!shownOf(text, "秘密", [[from, to]]).includes("<!--"));
});

Deno.test("snippet opens no fence that it does not close", () => {
  const text = "Install it with the package manager of your choice:\n\n" +
    "```sh\n" + "npm install kawasemi --save-dev\n".repeat(12) + "```\n\nDone.";
  for (const query of ["package manager", "npm install", "done"]) {
    const shown = shownOf(text, query);
    assert.equal((shown.match(/^```/gm) ?? []).length % 2, 0, shown);
  }
});

Deno.test("snippet is a well-formed slice of the passage, whatever text and query", () => {
  const text = fc.array(
    fc.constantFrom(
      "word ",
      "検索",
      "。",
      "\n",
      "😀",
      "が",
      "`code` ",
      "、",
      "x".repeat(90),
    ),
    { maxLength: 120 },
  ).map((parts) => parts.join(""));
  fc.assert(
    fc.property(
      text,
      fc.constantFrom("検索", "word", "x", "無い"),
      (it, query) => {
        const shown = shownOf(it, query);
        assert.equal(shown, shown.trim());
        assert.ok(shown.isWellFormed());
      },
    ),
  );
});
