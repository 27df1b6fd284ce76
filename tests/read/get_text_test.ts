import assert from "node:assert/strict";
import { getText } from "../../src/read/get_text.ts";
import { build, open, withDocuments } from "../index/_small_index.ts";

Deno.test("getText() gives a file with its front matter from line 1, an extracted text from where it stands", () => {
  const files = {
    "a.md": "---\ntitle: T\n---\n\n# A\n\nText.\n",
    "b.html":
      "<title>B</title>\n\n<nav>x</nav>\n<main>\n<h1>B</h1>\n<p>y</main>",
    // The second row's id is the name of its file.
    "c.jsonl": '{"id":"row","text":"one"}\n{"id":"c.jsonl","text":"two"}\n',
  };
  return withDocuments(files, async (folder) => {
    await build(folder);
    const index = open(folder);
    const lines = ["a.md", "b.html", "row", "c.jsonl"].map((path) => {
      const { start_line, end_line } = getText(index, path);
      return [path, start_line, end_line];
    });
    index.close();
    assert.deepEqual(lines, [
      ["a.md", 1, 7],
      ["b.html", 5, 6],
      ["row", 1, 1],
      ["c.jsonl", 2, 2],
    ]);
  });
});
