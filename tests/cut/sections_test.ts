import assert from "node:assert/strict";
import { markdownOutline } from "../../src/cut/markdown_outline.ts";
import { sections } from "../../src/cut/sections.ts";

const cutUp = (text: string, bodyStart = 0) =>
  sections(text, bodyStart, markdownOutline(text, bodyStart, { mdx: false }))
    .map(({ headingPath, anchor, depth, start, end }) => ({
      path: headingPath.join(" > "),
      anchor,
      depth,
      source: text.slice(start, end),
    }));
const paths = (text: string) => cutUp(text).map(({ path }) => path);

Deno.test("sections() go from one h1 or h2 to the next", () => {
  assert.deepEqual(cutUp("intro\n\n# A\n\na\n\n### deep\n\n## B\n\nb\n"), [
    { path: "", anchor: "", depth: 0, source: "intro\n\n" },
    { path: "A", anchor: "a", depth: 1, source: "# A\n\na\n\n### deep\n\n" },
    { path: "A > B", anchor: "b", depth: 2, source: "## B\n\nb\n" },
  ]);
});

Deno.test("sections() have the h1 that they stand under in their path", () => {
  assert.deepEqual(paths("## X\n\n# A\n\n## U\n\n# B\n\n## U\n"), [
    "X",
    "A",
    "A > U",
    "B",
    "B > U",
  ]);
});

Deno.test("sections() are not cut by headings in quotes and lists", () => {
  assert.deepEqual(paths("# A\n\n> ## Q\n\n- ## L\n\n## B\n"), ["A", "A > B"]);
});

Deno.test("sections() leave white space and hidden text before the first heading out", () => {
  assert.deepEqual(
    cutUp("\n\n<!-- note -->\n\n<script>\nx\n</script>\n\n# A\n").map((
      { source },
    ) => source),
    [
      "# A\n",
    ],
  );
  assert.deepEqual(cutUp(" \n\n"), []);
  assert.deepEqual(cutUp(""), []);
  assert.deepEqual(cutUp("<!-- only -->\n"), []);
});

Deno.test("sections() begin with the first line that shows something", () => {
  assert.deepEqual(
    cutUp("x: 1\n\n<!-- note -->\n\n    code\n\ntext <!-- b -->\n\n# A\n", 5)
      .map(({ source }) => source),
    ["    code\n\ntext <!-- b -->\n\n", "# A\n"],
  );
});

Deno.test("sections() of a text without headings are one", () => {
  assert.deepEqual(cutUp("a\n\nb\n"), [
    { path: "", anchor: "", depth: 0, source: "a\n\nb\n" },
  ]);
});
