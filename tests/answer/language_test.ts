import assert from "node:assert/strict";
import { answerLanguage } from "../../src/answer/language.ts";

Deno.test("answerLanguage() is Japanese for Japanese and English for the rest", () => {
  for (const question of ["設定", "poolの設定は？", "ログ"]) {
    assert.equal(answerLanguage(question), "ja", question);
  }
  for (const question of ["where is the log", "--no-lock", "¿dónde?", ""]) {
    assert.equal(answerLanguage(question), "en", question);
  }
});
