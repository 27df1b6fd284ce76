import assert from "node:assert/strict";
import fc from "fast-check";
import { cleanExpansion } from "../../src/expansion/clean_expansion.ts";

const clean = (ja: unknown, en: unknown = [], terms?: unknown) =>
  cleanExpansion({ questions: { ja, en }, terms });

Deno.test("cleanExpansion() keeps questions and terms, trimmed and each once", () => {
  const { expansion, problems } = clean(
    [" ポートを変えたい ", "ポートを変えたい"],
    ["How do I change `server.port` in <script>?"],
    ["port number", "ポート番号"],
  );
  assert.deepEqual(expansion, {
    questions: {
      ja: ["ポートを変えたい"],
      en: ["How do I change `server.port` in <script>?"],
    },
    terms: ["port number", "ポート番号"],
  });
  assert.deepEqual(problems, []);
});

for (
  const [name, text] of [
    ["an address", "詳しくは https://evil.example/x を見る"],
    ["an address without a scheme", "www.evil.example を開く"],
    ["a mail address", "質問は a.b@evil.example へ"],
    ["a script address", "javascript:alert(1) を実行"],
    ["a line break", "一行目\n二行目"],
    ["a direction mark", "逆\u202Eの文字"],
    ["a terminal escape", "赤い\u001b[31m文字"],
    ["no word", "？？？"],
    ["too many units", "長".repeat(201)],
    ["half a character", "壊れた\ud800文字"],
    ["another language", "in English"],
    ["no text", 7],
  ] as const
) {
  Deno.test(`cleanExpansion() leaves out a question with ${name}, and says so`, () => {
    const { expansion, problems } = clean([text, "残る質問"]);
    assert.deepEqual(expansion.questions, { ja: ["残る質問"] });
    assert.equal(problems.length, 1);
  });
}

Deno.test("cleanExpansion() gives nothing beyond its limits, whatever it is given", () => {
  const anything = fc.anything();
  const value = fc.oneof(
    fc.record({
      questions: fc.oneof(
        anything,
        fc.dictionary(
          fc.constantFrom("ja", "en", "de", "fr", "zh", "__proto__", "x-y", ""),
          fc.oneof(anything, fc.array(fc.oneof(anything, fc.string()))),
        ),
      ),
      terms: fc.oneof(anything, fc.array(fc.string(), { maxLength: 30 })),
    }),
    fc.dictionary(fc.string(), anything),
  );
  fc.assert(fc.property(value, (given) => {
    const { expansion: { questions, terms } } = cleanExpansion(given);
    assert.ok(Object.keys(questions).length <= 4);
    for (const list of Object.values(questions)) {
      assert.ok(list.length >= 1 && list.length <= 8);
      for (const it of list) assert.ok(it.length <= 200 && !/[\n\r]/.test(it));
    }
    assert.ok(terms.length <= 12 && terms.every((it) => it.length <= 60));
  }));
});
