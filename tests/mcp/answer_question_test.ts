import assert from "node:assert/strict";
import { jsonLength, MAX_CHARACTERS } from "../../src/mcp/limits.ts";
import { answerQuestion } from "../../src/mcp/tools/answer_question.ts";
import { ModelError } from "../../src/llm/chat_model.ts";
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

Deno.test("answer_question asks a model that fails once, however many quotes have no room", () => {
  const code = (at: number) => `torque = ${at}\n`.repeat(50);
  const documents = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [
      `pump${at}.md`,
      `# Flange ${at}\n\nThe flange torque:\n\n\`\`\`\n${code(at)}\`\`\`\n`,
    ]),
  );
  return withLibrary(async ({ openIndex }) => {
    const open = openIndex();
    const answerer = await open.answerer();
    const model = new ScriptedModel(new ModelError("busy", "it is busy"));
    const { text, structured } = await answerQuestion.run(
      { query: "What is the flange torque?", top_k: 20 },
      {
        ...open,
        answerer: () =>
          Promise.resolve({
            ...answerer,
            model: {
              open: () => Promise.resolve(model),
              required: false,
              announce() {},
              settings: "",
            },
          }),
      },
      new AbortController().signal,
    );
    // A second asking would find the script at its end.
    assert.equal(model.asked.length, 1);
    assert.equal(structured!.mode, "extractive");
    assert.deepEqual(structured!.warnings, ["it is busy"]);
    assert.equal((structured!.sent as { host: string }).host, "model.test");
    assert.match(text, /passages were left out/);
    assert.ok(text.length <= MAX_CHARACTERS);
    open.close();
  }, documents);
});
