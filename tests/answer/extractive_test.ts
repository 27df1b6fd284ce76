import assert from "node:assert/strict";
import { extractiveAnswer } from "../../src/answer/extractive.ts";
import { withLibrary } from "../mcp/_library.ts";
import { ANSWER, LONG_ROW, QUESTION } from "./_long_row.ts";

Deno.test("extractiveAnswer() quotes what answers best under its number, with its lines, and leaves out what hardly does", () =>
  withLibrary(async ({ openIndex }) => {
    const open = openIndex();
    const { index } = open;
    const searcher = await open.searcher();
    const query = "ログの出力";
    const result = await searcher.search(query, { k: 2, minScore: 0 });
    const answer = extractiveAnswer(index, searcher, query, result);
    assert.equal(answer.question, query);
    assert.equal(answer.mode, "extractive");
    assert.equal(result.hits.length, 2);
    assert.deepEqual(answer.sources.map(({ number }) => number), [1]);
    assert.equal(answer.sources[0].id, "guide/設定.md#ログの出力");
    assert.match(
      answer.answer,
      /^\(モデルによる回答ではありません[^]*\[1\] 設定 › ログの出力 \(guide\/設定\.md, 9 行\)\n\nログは標準エラー出力に書き出します。$/,
    );
    assert.deepEqual(answer.claims[0], {
      text: "ログは標準エラー出力に書き出します。",
      supported: true,
      citations: [{
        id: "guide/設定.md#ログの出力",
        path: "guide/設定.md",
        start_line: 9,
        end_line: 9,
        quote: "ログは標準エラー出力に書き出します。",
      }],
    });
    open.close();
  }));

Deno.test("extractiveAnswer() quotes code with the sentence before it, byte for byte", () =>
  withLibrary(async ({ openIndex }) => {
    const open = openIndex();
    const searcher = await open.searcher();
    const query = "How many connections does the pool open?";
    const result = await searcher.search(query, { k: 1, minScore: 0 });
    const { answer, claims: [claim], relevance_score } = extractiveAnswer(
      open.index,
      searcher,
      query,
      result,
    );
    const quote =
      "The pool opens at most `maxConnections`.\n\n```toml\nmaxConnections = 20\n```";
    assert.equal(claim.text, quote);
    assert.deepEqual(
      [claim.citations[0].start_line, claim.citations[0].end_line],
      [11, 15],
    );
    assert.ok(answer.endsWith(`(guide/pool.md, lines 11–15)\n\n${quote}`));
    assert.equal(relevance_score, result.hits[0].score);
    open.close();
  }));

Deno.test("extractiveAnswer() quotes once what several documents say in the same words", () =>
  withLibrary(async ({ openIndex }) => {
    const open = openIndex();
    const searcher = await open.searcher();
    const query = "When does the valve open?";
    const result = await searcher.search(query, { k: 5, minScore: 0 });
    assert.ok(result.hits.length > 1);
    const { claims, sources } = extractiveAnswer(
      open.index,
      searcher,
      query,
      result,
    );
    assert.deepEqual(claims.map(({ text }) => text), [
      "The valve opens at 30 bar.",
    ]);
    assert.equal(sources.length, 1);
    open.close();
  }, {
    "a.md": "# Valve\n\nThe valve opens at 30 bar.\n",
    "b.md": "# Valve\n\nThe valve opens at 30 bar.\n",
  }));

Deno.test("extractiveAnswer() quotes the last of many passages of one row, on the row's line", () =>
  withLibrary(async ({ openIndex }) => {
    const open = openIndex();
    const searcher = await open.searcher();
    const result = await searcher.search(QUESTION, { k: 2, minScore: 0 });
    const { claims: [claim] } = extractiveAnswer(
      open.index,
      searcher,
      QUESTION,
      result,
    );
    assert.equal(claim.text, ANSWER);
    const [{ id, start_line, end_line }] = claim.citations;
    assert.deepEqual([id, start_line, end_line], ["manual#manual", 2, 2]);
    open.close();
  }, LONG_ROW));
