import assert from "node:assert/strict";
import fc from "fast-check";
import {
  formatQuestionsFile,
  parseQuestionsFile,
  type QuestionsRow,
  sectionKey,
} from "../../src/expansion/questions_file.ts";

const row = (path: string, anchor: string, question: string): QuestionsRow => ({
  ...{ path, anchor, hash: "0123456789abcdef", model: "hand", terms: [] },
  questions: { en: [question] },
});

const keyed = (...rows: QuestionsRow[]) =>
  new Map(rows.map((it) => [sectionKey(it), it]));

Deno.test("a questions file has one section a line, ordered by path and anchor whatever the order given", () => {
  const rows = [
    row("b.md", "z", "q1"),
    row("b.md", "", "q2"),
    row("a.md", "x", "q3"),
  ];
  const text = formatQuestionsFile(rows);
  assert.deepEqual(
    text.trimEnd().split("\n").map((line) => {
      const { path, anchor } = JSON.parse(line);
      return `${path}#${anchor}`;
    }),
    ["a.md#x", "b.md#", "b.md#z"],
  );
  assert.equal(formatQuestionsFile(rows.reverse()), text);
});

Deno.test("a questions file is read as it was written, with any line ends and a BOM", () => {
  const name = fc.string({ minLength: 1, maxLength: 12 });
  const noNullPrototype = true;
  const rows = fc.array(
    fc.record({
      ...{ path: name, anchor: name, hash: name, model: name },
      questions: fc.constant({ en: ["how is it"], ja: ["どうする"] }),
      terms: fc.constantFrom([], ["word"]),
    }, { noNullPrototype }),
  );
  fc.assert(fc.property(rows, fc.constantFrom("\n", "\r\n"), (given, end) => {
    const text = formatQuestionsFile(keyed(...given).values());
    const stored = "\uFEFF" + text.replaceAll("\n", end);
    assert.deepEqual(parseQuestionsFile(stored, "f"), keyed(...given));
  }));
});

Deno.test("of two lines for a section, as a merge leaves them, the later one counts", () => {
  const text = formatQuestionsFile([row("a.md", "x", "old one")]) +
    formatQuestionsFile([row("a.md", "x", "new one")]);
  const rows = parseQuestionsFile(text, "f");
  assert.deepEqual(rows.get("a.md#x")!.questions, { en: ["new one"] });
});

for (
  const [line, message] of [
    ["<<<<<<< HEAD", /q\.jsonl, line 2: no JSON/],
    ["[]", /line 2: no JSON object/],
    ['{"path": "a", "anchor": "b"}', /line 2: "hash" is not a string/],
    ['{"path": "a", "anchor": "b", "hash": "c"}', /line 2: "questions" is not/],
  ] as const
) {
  Deno.test(`a questions file with the line ${line} is refused by its number`, () => {
    const good = formatQuestionsFile([row("a.md", "x", "fine")]);
    assert.throws(() => parseQuestionsFile(good + line, "q.jsonl"), message);
  });
}
