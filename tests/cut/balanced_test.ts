import assert from "node:assert/strict";
import fc from "fast-check";
import { balanced } from "../../src/cut/balanced.ts";
import { cut } from "../../src/cut/cut.ts";
import { markdownOutline } from "../../src/cut/markdown_outline.ts";
import { arbitraryMarkdown, arbitrarySoup } from "./_arbitrary_markdown.ts";

function cutUp(text: string, mdx: boolean, bodyStart = 0, passageSize = 120) {
  return cut({
    path: "a",
    file: "a",
    format: mdx ? "mdx" : "markdown",
    text,
    bodyStart,
    hash: "",
    warnings: [],
  }, { passageSize, overlap: 24 });
}

/** What is shown of the text between the two bars, by what its passages know. */
function shown(text: string, mdx = false): string {
  const [before, part, after] = text.split("|");
  const document = before + part + after;
  const start = before.length, end = start + part.length;
  const all = cutUp(document, mdx).sections.flatMap(({ passages }) => passages);
  const fences = all.filter((it) => it.start < end && start < it.end)
    .flatMap(({ fences }) => fences);
  const read = (from: number, to: number) => document.slice(from, to);
  return balanced(read, fences, start, end);
}

Deno.test("balanced() leaves a passage with whole fences as it is", () => {
  assert.equal(
    shown("# A\n|text\n\n```js\na\n```\n|more"),
    "text\n\n```js\na\n```\n",
  );
});

Deno.test("balanced() closes a fence and opens it again with its own marker and info", () => {
  assert.equal(
    shown("# A\n\n````js {1} [a.js]\n|a\nb\n|c\n````\n"),
    "````js {1} [a.js]\na\nb\n````",
  );
  assert.equal(shown("|# A\n\n~~~\na\n|b\n~~~\n"), "# A\n\n~~~\na\n~~~");
  assert.equal(shown("# A\n\n~~~\na\n|b\n~~~\n|"), "~~~\nb\n~~~\n");
});

Deno.test("balanced() is not misled by a fence of three in a fence of four", () => {
  assert.equal(
    shown("````md\n```js\na\n|```\nb\n|````\n"),
    "````md\n```\nb\n````",
  );
});

Deno.test("balanced() keeps the indentation of a list and the marks of a quote", () => {
  assert.equal(
    shown("1. a\n\n   ```sh\n   b\n|   c\n|   ```\n"),
    "   ```sh\n   c\n   ```",
  );
  assert.equal(
    shown("> - ```\n>   b\n|>   c\n|>   ```\n"),
    ">   ```\n>   c\n>   ```",
  );
});

Deno.test("balanced() closes on a line of its own when a line of code is cut", () => {
  assert.equal(shown("```\nlong| long| long\n```\n"), "```\n long\n```");
});

Deno.test("balanced() counts a fence as far as it is shown", () => {
  assert.equal(shown("|a\n``|```js\nb\n`````\n"), "a\n``");
  assert.equal(shown("|a\n```|``js\nb\n`````\n"), "a\n```\n```");
  assert.equal(shown("|```\na\n``|`\nb"), "```\na\n``\n```");
  assert.equal(shown("|```\na\n```|``\nb"), "```\na\n```");
  assert.equal(shown("```\na\n``|`\nb|"), "`\nb");
  assert.equal(shown("- |```js\n  a\n|  b\n  ```\n"), "```js\n  a\n  ```");
});

Deno.test("balanced() shows one fence of two that follow each other", () => {
  const text = (start: string, end: string) =>
    `\`\`\`js\na\n${start}b\n\`\`\`\n\n~~~\nc\n${end}d\n~~~\n`;
  assert.equal(
    shown(text("|", "|")),
    "```js\nb\n```\n\n~~~\nc\n~~~",
  );
});

Deno.test("balanced() of MDX closes a deeply indented fence", () => {
  assert.equal(
    shown("<Tab>\n     ```\n|     a\n|     ```\n</Tab>", true),
    "     ```\n     a\n     ```",
  );
});

Deno.test("balanced() shows code with dollar signs as it is", () => {
  assert.equal(
    shown("```sh $&\n|echo \"$&\" '$1' $$ $`x`\n|b\n```\n"),
    "```sh $&\necho \"$&\" '$1' $$ $`x`\n```",
  );
});

Deno.test("balanced() ends a fence that nothing closes where the list or quote around it ends", () => {
  assert.equal(shown("|- ```\n  a\n|b"), "- ```\n  a\n  ```");
  assert.equal(shown("|> ```\n> a\n|"), "> ```\n> a\n> ```");
  assert.equal(shown("|> ```\n> a\n\n|b"), "> ```\n> a\n\n");
  assert.equal(shown("- ```\n  a\n|b|"), "b");
});

/** A text, and what a line of code behind it is fenced by: prefix, marker and info. */
const cases: [name: string, text: string, open: string[] | undefined][] = [
  ["a fence", "```js\na", ["", "```", "js"]],
  ["an info string verbatim", "~~~~ ts {1,2} [a`b]\na", [
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
  ["a list directly behind a quote's mark", ">1. ~~~", [">    ", "~~~", ""]],
  ["a fence that its list item ends", "- ```\n  a\nb", undefined],
  ["a fence that its quote ends", "> ```\n> a\nb", undefined],
  ["a fence over a blank line in a list", "- ```\n\n  a", ["  ", "```", ""]],
  ["a fence that interrupts a paragraph", "a\n```", ["", "```", ""]],
  ["a fence in a comment", "<!--\n```\n\n```", undefined],
  ["a fence in preformatted text", "<pre>\n```\n\na\n</pre>", undefined],
  ["a fence in HTML before a blank line", "<div>\n```", undefined],
  ["a fence in HTML behind a blank line", "<div>\n\n```", ["", "```", ""]],
  ["a tag within a paragraph", "a\n<b>\n```", ["", "```", ""]],
  ["a fence behind a byte order mark", "\uFEFF```js", ["", "```", "js"]],
  ["tabs", "-\t```\n\ta", [" \t", "```", ""]],
];
for (const [name, text, open] of cases) {
  Deno.test(`balanced() knows ${name}, closed and not`, () => {
    if (open === undefined) {
      assert.equal(shown(`|${text}|`), text);
      return;
    }
    const [prefix, marker, info] = open;
    const close = `${prefix}${marker}`;
    assert.equal(shown(`|${text}|`), `${text}\n${close}`);
    const line = `${prefix}x`;
    const opened = `${close}${info}\n${line}\n`;
    assert.equal(shown(`${text}\n|${line}|`), opened + close);
    assert.equal(
      shown(`${text}\n|${line}\n${close}|\n\nmore`),
      opened + close,
    );
    assert.equal(shown(`${text}\n${line}\n${close}\n\n|more|`), "more");
  });
}

/** The fence that the first `at` units of a text leave open, as the parser sees it. */
function openAt(text: string, bodyStart: number, at: number, mdx: boolean) {
  const head = text.slice(0, at);
  const last = markdownOutline(head, bodyStart, { mdx }).blocks.at(-1);
  return last?.fence && !last.fence.closed && last.end === head.length
    ? last.fence
    : undefined;
}

Deno.test("balanced() leaves no fence open in any passage, and adds only lines of fences", () => {
  fc.assert(
    fc.property(
      fc.oneof(arbitraryMarkdown, arbitrarySoup),
      fc.boolean(),
      ({ text, bodyStart }, mdx) => {
        const { sections } = cutUp(text, mdx, bodyStart);
        const { blocks } = markdownOutline(text, bodyStart, { mdx });
        // The half of a statement or an expression is something else to MDX.
        fc.pre(
          !mdx ||
            !blocks.some(({ kind }) => kind === "html" || kind === "hidden"),
        );
        const read = (start: number, end: number) => text.slice(start, end);
        for (
          const { start, end, fences } of sections.flatMap((it) => it.passages)
        ) {
          const output = balanced(read, fences, start, end);
          assert.ok(output.isWellFormed());
          const at = output.indexOf(text.slice(start, end));
          assert.ok(at >= 0);
          const before = output.slice(0, at);
          const after = output.slice(at + end - start);
          assert.match(before, /^(?:[>\s]*(?:`{3,}|~{3,})[^\r\n]*\n)?$/);
          assert.match(after, /^(?:\n?[> \t]*(?:`{3,}|~{3,}))?$/);
          // Whole lines of a fence have its first line before them, and only they.
          if (/(?:^|[\r\n])$/.test(text.slice(0, start))) {
            const around = blocks.find((it) =>
              it.fence && it.start < start && start < it.end
            );
            assert.equal(
              before.trimStart().replace(/^[>\s]+/, "").startsWith(
                around?.fence?.marker ?? "\n",
              ),
              around !== undefined,
            );
          }
          const open = openAt(text, bodyStart, end, mdx);
          if (open === undefined) continue;
          // In its place, where containers and comments are as they were.
          assert.ok(after.endsWith(open.marker), JSON.stringify(output));
          const closed = text.slice(0, end) + after;
          const last = markdownOutline(closed, bodyStart, { mdx }).blocks.at(
            -1,
          );
          assert.equal(last?.fence?.closed, true, JSON.stringify(closed));
        }
      },
    ),
    { numRuns: 400 },
  );
});
