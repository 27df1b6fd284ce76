import assert from "node:assert/strict";
import type { SectionToAsk } from "../../src/questions/asked_sections.ts";
import { importQuestions } from "../../src/questions/import_questions.ts";

const SECTION: SectionToAsk = {
  ...{ path: "a.md", anchor: "x", hash: "aaaa", title: "A", text: "text" },
  ...{ headingPath: ["A"], languages: ["en", "ja"], state: "missing" },
};
const ROW = { path: "a.md", anchor: "x", questions: { en: ["how is it"] } };

const take = (value: unknown) =>
  importQuestions(
    typeof value === "string" ? value : JSON.stringify(value),
    [SECTION],
    "agent",
  );

Deno.test("importQuestions() takes JSON Lines, an array, an object with sections, and one row", () => {
  const line = JSON.stringify(ROW);
  for (
    const given of [
      `${line}\r\n\r\n${line}\n`,
      [ROW],
      { sections: [ROW], counts: {} },
      ROW,
      "\uFEFF" + line,
    ]
  ) {
    assert.deepEqual(take(given).rows[0], {
      ...{ ...ROW, hash: "aaaa", model: "agent", terms: [] },
    });
  }
});

Deno.test("importQuestions() refuses questions for a text that has changed since, or for no section", () => {
  const { rows, problems } = take([
    { ...ROW, hash: "bbbb" },
    { ...ROW, path: "../a.md" },
    { ...ROW, questions: { en: ["https://evil.example"] } },
    { ...ROW, hash: "aaaa", model: "gpt" },
  ]);
  assert.deepEqual(rows.map(({ model }) => model), ["gpt"]);
  assert.deepEqual(problems.map(({ row }) => row), [1, 2, 3, 3]);
  assert.match(problems[0].problem, /another text/);
  assert.match(problems[1].problem, /no such section/);
});

Deno.test("importQuestions() names the line that is no JSON", () => {
  assert.throws(() => take(`${JSON.stringify(ROW)}\n{"path":`), /line 2/);
  assert.throws(() => take("[1]"), /no objects/);
});
