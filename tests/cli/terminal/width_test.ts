import assert from "node:assert/strict";
import fc from "fast-check";
import {
  displayWidth,
  truncate,
  wrap,
} from "../../../src/cli/terminal/width.ts";

Deno.test("displayWidth() counts wide characters twice and marks not at all", () => {
  assert.equal(displayWidth("docs"), 4);
  assert.equal(displayWidth("検索 docs"), 9);
  assert.equal(displayWidth("ﾘﾎﾟｼﾞﾄﾘ"), 7);
  assert.equal(displayWidth("ＨＴＴＰ"), 8);
  assert.equal(displayWidth("e\u0301"), 1);
  assert.equal(displayWidth("🫢"), 2);
  assert.equal(displayWidth("𠮷野家"), 6);
});

Deno.test("truncate() never goes over the width", () => {
  assert.equal(truncate("検索エンジン", 7), "検索エ…");
  assert.equal(truncate("検索", 4), "検索");
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      fc.integer({ min: 1, max: 30 }),
      (text, columns) => {
        assert.ok(displayWidth(truncate(text, columns)) <= columns);
      },
    ),
  );
});

const lines = (text: string, columns: number) =>
  wrap(text, columns).map(([start, end]) => text.slice(start, end));

Deno.test("wrap() breaks at spaces, and between Japanese characters but not before 。 or after 「", () => {
  assert.deepEqual(lines("one two three", 8), ["one two", "three"]);
  assert.deepEqual(lines("設定を読む。次へ", 10), ["設定を読", "む。次へ"]);
  assert.deepEqual(lines("これは「設定」です", 8), [
    "これは",
    "「設定」",
    "です",
  ]);
  assert.deepEqual(lines("abcdefghij", 4), ["abcd", "efgh", "ij"]);
  assert.deepEqual(lines("", 4), [""]);
});

Deno.test("wrap() keeps every character that is not a space, within the width", () => {
  const unit = fc.constantFrom(
    "a",
    "bc",
    " ",
    "検",
    "。",
    "「",
    "🫢",
    "é",
    "𠮷",
  );
  fc.assert(
    fc.property(
      fc.string({ unit, maxLength: 60 }),
      fc.integer({ min: 4, max: 20 }),
      (text, columns) => {
        const parts = lines(text, columns);
        assert.equal(
          parts.join("").replaceAll(" ", ""),
          text.replaceAll(" ", ""),
        );
        for (const part of parts) {
          assert.ok(
            displayWidth(part.trimEnd()) <= columns,
            JSON.stringify(parts),
          );
          assert.ok(part.isWellFormed());
        }
      },
    ),
  );
});

Deno.test("wrap() breaks what is left behind a break once more if it has to", () => {
  const text = "a「「𠮷";
  const lines = wrap(text, 5).map(([from, to]) => text.slice(from, to));
  assert.deepEqual(lines.map(displayWidth).filter((width) => width > 5), []);
  assert.equal(lines.join(""), text);
});
