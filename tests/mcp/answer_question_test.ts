import assert from "node:assert/strict";
import { jsonLength, MAX_CHARACTERS } from "../../src/mcp/limits.ts";
import { answerQuestion } from "../../src/mcp/tools/answer_question.ts";
import { ScriptedModel } from "../answer/_scripted_model.ts";
import { withLibrary } from "./_library.ts";

const GOOD = "The pool opens at most 20 connections [1]. ";

Deno.test("answer_question stays within the limit of characters, whatever the model wrote", () =>
  withLibrary(async ({ openIndex }) => {
    const open = openIndex();
    for (
      const text of [
        GOOD.repeat(1_000),
        "x".repeat(40_000),
        'あ"\\\n\u0001'.repeat(8_000),
        `${GOOD}See https://${"a".repeat(40_000)}.org/ too.`,
        GOOD + "[9] ".repeat(5_000),
        GOOD + Array.from(
          { length: 1_500 },
          (_, at) => `Person ${at} signs the form ${at + 7} of it [1].`,
        ).join(" "),
      ]
    ) {
      const answerer = await open.answerer();
      const { text: shown, structured } = await answerQuestion.run(
        { query: "How many connections does the pool open?", top_k: 1 },
        {
          ...open,
          answerer: () =>
            Promise.resolve({
              ...answerer,
              minScore: 0,
              model: {
                open: () => Promise.resolve(new ScriptedModel(text)),
                required: false,
                announce() {},
                settings: "",
              },
            }),
        },
        new AbortController().signal,
      );
      assert.ok(shown.length <= MAX_CHARACTERS, `${shown.length}`);
      const length = jsonLength(structured);
      assert.ok(length <= MAX_CHARACTERS, `${length}: ${text.slice(0, 60)}`);
      assert.equal(structured!.mode, "model");
    }
    open.close();
  }));
