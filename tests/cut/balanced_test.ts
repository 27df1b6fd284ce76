import assert from "node:assert/strict";
import fc from "fast-check";
import { balanced } from "../../src/cut/balanced.ts";
import { cut } from "../../src/cut/cut.ts";
import { FenceScanner } from "../../src/cut/_fence_scanner.ts";
import { arbitraryMarkdown } from "./_arbitrary_markdown.ts";

/** `balanced()` of the text between the two bars. */
function shown(text: string, mdx = false): string {
  const [before, passage, after] = text.split("|");
  const section = before + passage + after;
  return balanced(section, before.length, before.length + passage.length, mdx);
}

Deno.test("balanced() leaves a passage with whole fences as it is", () => {
  assert.equal(
    shown("# A\n|text\n\n```js\na\n```\n|more"),
    "text\n\n```js\na\n```\n",
  );
});

Deno.test("balanced() closes a fence and opens it again with its own marker and info", () => {
  const text = ["# A\n\n````js {1} [a.js]\n|a\n", "b\n", "c\n````\n|"];
  assert.equal(
    shown(`${text[0]}${text[1]}|${text[2].replace("|", "")}`),
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
  assert.equal(shown("```\na\n``|`\nb|"), "`\nb");
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

Deno.test("balanced() leaves no fence open in any passage, and adds only lines of fences", () => {
  fc.assert(
    fc.property(arbitraryMarkdown, fc.boolean(), ({ text, bodyStart }, mdx) => {
      const { sections } = cut({
        path: "a",
        file: "a",
        format: mdx ? "mdx" : "markdown",
        text,
        bodyStart,
        hash: "",
        warnings: [],
      }, { passageSize: 120, overlap: 24 });
      for (const section of sections) {
        const source = text.slice(section.start, section.end);
        for (const passage of section.passages) {
          const start = passage.start - section.start;
          const end = passage.end - section.start;
          const output = balanced(source, start, end, mdx);
          assert.ok(output.includes(source.slice(start, end)));
          assert.ok(output.isWellFormed());
          // In its place, where containers and comments are as they were.
          const scanner = new FenceScanner(mdx);
          for (const line of source.slice(0, end).split(/\r\n|\n|\r/)) {
            scanner.line(line);
          }
          if (scanner.open) {
            const { prefix, marker } = scanner.open;
            const close = prefix + marker;
            assert.ok(output.endsWith(close));
            assert.match(output.at(-close.length - 1)!, /[\r\n]/);
            scanner.line(close);
            assert.equal(scanner.open, undefined);
          }
        }
      }
    }),
    { numRuns: 200 },
  );
});
