import assert from "node:assert/strict";
import {
  answerLanguage,
  extractiveAnswer,
} from "../../src/answer/extractive.ts";
import { withLibrary } from "../mcp/_library.ts";

Deno.test("answerLanguage() is Japanese for Japanese and English for the rest", () => {
  for (const question of ["設定", "poolの設定は？", "ログ"]) {
    assert.equal(answerLanguage(question), "ja", question);
  }
  for (const question of ["where is the log", "--no-lock", "¿dónde?", ""]) {
    assert.equal(answerLanguage(question), "en", question);
  }
});

Deno.test("extractiveAnswer() quotes a passage of each hit under its number", () =>
  withLibrary(async ({ openIndex }) => {
    const open = openIndex();
    const { index } = open;
    const searcher = await open.searcher();
    const query = "ログの出力";
    const result = await searcher.search(query, { k: 2, minScore: 0 });
    const answer = extractiveAnswer(index, result);
    assert.equal(answer.question, query);
    assert.equal(answer.mode, "extractive");
    assert.deepEqual(answer.sources.map(({ number }) => number), [1, 2]);
    assert.equal(answer.sources[0].id, "guide/設定.md#ログの出力");
    assert.match(
      answer.answer,
      /^\(モデルによる回答ではありません[^]*\[1\] 設定 › ログの出力 \(guide\/設定\.md, \d+–\d+ 行\)\n\n[^]*標準エラー出力[^]*\[2\] /,
    );
    const none = extractiveAnswer(index, { query, hits: [] });
    assert.equal(
      none.answer,
      "申し訳ございません。関連する情報が見つかりませんでした。",
    );
    assert.equal(none.relevance_score, 0);
    open.close();
  }));
