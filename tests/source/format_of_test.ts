import assert from "node:assert/strict";
import { formatOf } from "../../src/source/format_of.ts";

Deno.test("formatOf() goes by the extension, whatever its case", () => {
  const formats = ["a.md", "a.MARKDOWN", "a.Mdx", "a.txt", "a.text", "a.HTM"]
    .map(formatOf);
  assert.deepEqual(formats, [
    ...["markdown", "markdown", "mdx", "text", "text", "html"],
  ]);
  assert.equal(formatOf("a.jsonl"), "rows");
  assert.equal(formatOf("a.ndjson"), "rows");
});

Deno.test("formatOf() reads nothing else", () => {
  for (const path of ["a.png", "md", "a.md.bak", "a.", "a.constructor"]) {
    assert.equal(formatOf(path), undefined);
  }
});
