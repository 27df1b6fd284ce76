import assert from "node:assert/strict";
import fc from "fast-check";
import { outlineInPieces } from "../../src/cut/_outline_in_pieces.ts";
import { arbitraryMarkdown, arbitrarySoup } from "./_arbitrary_markdown.ts";

// micromark 4.0.3 takes an empty item behind indented code for a paragraph, as
// if it interrupted one, unless a piece starts there.
const EMPTY_ITEM = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]*)+$/m;

Deno.test("outlineInPieces() gives the same outline in pieces of any size as in one", () => {
  fc.assert(
    fc.property(
      fc.oneof(arbitraryMarkdown, arbitrarySoup),
      fc.boolean(),
      fc.integer({ min: 1, max: 400 }),
      ({ text, bodyStart }, mdx, size) => {
        fc.pre(!EMPTY_ITEM.test(text));
        assert.deepEqual(
          outlineInPieces(text, bodyStart, mdx, size),
          outlineInPieces(text, bodyStart, mdx, Infinity),
        );
      },
    ),
    { numRuns: 400 },
  );
});

const crossings: [name: string, text: string, mdx: boolean][] = [
  [
    "a fence with blank lines and headings",
    "# A\n\n```\na\n\n# no\n\nb\n```\n\n# B\n",
    false,
  ],
  ["a fence that nothing closes", "# A\n\n~~~\na\n\n# no\n\n```\n\n", false],
  ["a comment", "# A\n\n<!--\n\n# no\n\n-->\n\n# B\n", false],
  ["a script", "# A\n\n<script>\n\n# no\n\n</script>\n\n# B\n", false],
  ["a table", `|a|b|\n|-|-|\n${"|x|y|\n".repeat(20)}\n# B\n`, false],
  ["a paragraph", `${"line\n".repeat(20)}===\n\n# B\n`, false],
  ["a list without blank lines", `${"- item\n".repeat(20)}# B\n`, false],
  [
    "a list item with a fence",
    "- a\n\n  ```\n\n  # no\n\n  ```\n\n# B\n",
    false,
  ],
  [
    "an export with blank lines",
    "export const a = {\n\nb: 1,\n\n}\n\n# B\n",
    true,
  ],
  ["a tag over blank lines", "<A\n\nb={1}\n\n>\n\n# B\n", true],
  [
    "byte order marks at the start of lines",
    "\uFEFF\uFEFFa\n\n\uFEFF# no\n\n\uFEFF- b\n\n# B\n",
    false,
  ],
  ["an expression over blank lines", "{/*\n\n# no\n\n*/}\n\n# B\n", true],
];
for (const [name, text, mdx] of crossings) {
  Deno.test(`outlineInPieces() reads across pieces ${name}`, () => {
    const whole = outlineInPieces(text, 0, mdx, Infinity);
    assert.ok(!whole.headings.some(({ text }) => text === "no"));
    for (let size = 1; size < text.length; size++) {
      assert.deepEqual(outlineInPieces(text, 0, mdx, size), whole);
    }
  });
}
