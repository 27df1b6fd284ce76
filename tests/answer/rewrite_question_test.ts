import assert from "node:assert/strict";
import { rewriteQuestion } from "../../src/answer/rewrite_question.ts";
import type { Turn } from "../../src/llm/chat_model.ts";
import { ScriptedModel } from "./_scripted_model.ts";

const HISTORY: Turn[] = [
  { role: "user", text: "プールの上限は？" },
  { role: "model", text: "20 です。", calls: [] },
];

Deno.test("rewriteQuestion() gives the question that the model makes of a follow-up", async () => {
  const model = new ScriptedModel(
    "「接続プールの上限を変えるには？」\n以上です。",
  );
  assert.equal(
    await rewriteQuestion("変えるには？", HISTORY, "ja", model),
    "接続プールの上限を変えるには？",
  );
  const [{ system, turns }] = model.asked;
  assert.match(system, /書き直してください/);
  assert.deepEqual(turns, [...HISTORY, { role: "user", text: "変えるには？" }]);
});

Deno.test("rewriteQuestion() keeps the question where the model gives nothing of use", async () => {
  for (const useless of ["", "  \n", "x".repeat(600)]) {
    assert.equal(
      await rewriteQuestion(
        "and on Windows?",
        HISTORY,
        "en",
        new ScriptedModel(useless),
      ),
      "and on Windows?",
    );
  }
});
