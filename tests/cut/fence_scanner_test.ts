import assert from "node:assert/strict";
import fc from "fast-check";
import { FenceScanner } from "../../src/cut/_fence_scanner.ts";
import { markdownOutline } from "../../src/cut/markdown_outline.ts";
import { arbitraryMarkdown, arbitrarySoup } from "./_arbitrary_markdown.ts";

function openAfter(text: string, mdx = false) {
  const scanner = new FenceScanner(mdx);
  for (const line of text.split("\n")) scanner.line(line);
  const { prefix, marker, info } = scanner.open ?? {};
  return scanner.open && [prefix, marker, info];
}

const cases: [name: string, text: string, open: string[] | undefined][] = [
  ["a fence", "```js\na", ["", "```", "js"]],
  ["its info string verbatim", "~~~~ ts {1,2} [a`b]\na", [
    "",
    "~~~~",
    " ts {1,2} [a`b]",
  ]],
  ["a shorter fence in a longer one", "````\n```\na\n```", ["", "````", ""]],
  ["another character in a fence", "```\n~~~", ["", "```", ""]],
  ["a closing fence with something behind it", "```\n``` js", ["", "```", ""]],
  ["a longer closing fence with spaces", "```\na\n   `````  ", undefined],
  ["a closing fence indented too far", "```\n    ```", ["", "```", ""]],
  ["backticks in a backtick fence's info", "``` a`b", undefined],
  ["two backticks", "``\na", undefined],
  ["indented code", "a\n\n    ```", undefined],
  ["a fence in a list item", "- a\n\n  ```\n  b", ["  ", "```", ""]],
  ["a fence on an item's own line", "10. ```js", ["    ", "```", "js"]],
  ["a fence in a list in a quote", "> 1. ~~~", [">    ", "~~~", ""]],
  ["a fence that its list item ends", "- ```\n  a\nb", undefined],
  ["a fence that its quote ends", "> ```\n> a\nb", undefined],
  ["a fence over a blank line in a list", "- ```\n\n  a", ["  ", "```", ""]],
  ["a fence that interrupts a paragraph", "a\n```", ["", "```", ""]],
  ["a fence in a comment", "<!--\n```\n\n```", undefined],
  ["a fence in preformatted text", "<pre>\n```\n\na\n</pre>", undefined],
  ["a fence in HTML before a blank line", "<div>\n```", undefined],
  ["a fence in HTML behind a blank line", "<div>\n\n```", ["", "```", ""]],
  ["a tag within a paragraph", "a\n<b>\n```", ["", "```", ""]],
  ["tabs", "-\t```\n\ta", ["\t", "```", ""].map((s) => s === "\t" ? " \t" : s)],
];
for (const [name, text, open] of cases) {
  Deno.test(`FenceScanner knows ${name}`, () => {
    assert.deepEqual(openAfter(text), open);
  });
}

Deno.test("FenceScanner of MDX knows deep fences and fences directly behind tags", () => {
  assert.deepEqual(openAfter("<Tab>\n      ```\n      a", true), [
    "      ",
    "```",
    "",
  ]);
  assert.equal(openAfter("<Tab>\n      ```\n      ```", true), undefined);
});

Deno.test("FenceScanner agrees with the parser on every line", () => {
  fc.assert(
    fc.property(
      fc.oneof(arbitraryMarkdown, arbitrarySoup),
      fc.boolean(),
      ({ text, bodyStart }, mdx) => {
        const { blocks } = markdownOutline(text, bodyStart, { mdx });
        // What MDX takes for statements and expressions is beyond a scanner.
        fc.pre(
          !mdx ||
            !blocks.some(({ kind, start, end }) =>
              (kind === "html" || kind === "hidden") &&
              /```|~~~|<!--|<script|<pre/.test(text.slice(start, end))
            ),
        );
        const scanner = new FenceScanner(mdx);
        const body = text.slice(bodyStart).replace(/^\uFEFF/, " ");
        for (const { 0: line, index } of body.matchAll(/[^\r\n]+/g)) {
          const blankBefore = /(?:\r\n|\r(?!\n)|\n)[ \t]*(?:\r\n|\r|\n)$/
            .test(body.slice(0, index));
          if (blankBefore) scanner.line("");
          scanner.line(line);
          const end = bodyStart + index + line.trimEnd().length;
          // The last line of an unclosed fence is still in it.
          if (line.trim() === "" || blocks.some((block) => block.end === end)) {
            continue;
          }
          assert.equal(
            scanner.open !== undefined,
            blocks.some((block) =>
              block.fence && block.start <= end && end < block.end
            ),
            JSON.stringify(line),
          );
        }
      },
    ),
    { numRuns: 400 },
  );
});
