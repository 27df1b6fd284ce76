import assert from "node:assert/strict";
import { textOutline } from "../../src/cut/text_outline.ts";

Deno.test("textOutline() makes paragraphs from blank line to blank line, whatever ends the lines", () => {
  const text = "\uFEFFone\r\ntwo \r\n \r\n# three\rfour\n\n\n  five";
  const { headings, blocks } = textOutline(text, 1);
  assert.deepEqual(headings, []);
  assert.deepEqual(
    blocks.map(({ kind, start, end }) => [kind, text.slice(start, end)]),
    [
      ["paragraph", "one\r\ntwo"],
      ["paragraph", "# three\rfour"],
      ["paragraph", "  five"],
    ],
  );
});

Deno.test("textOutline() of white space has no blocks", () => {
  assert.deepEqual(textOutline(" \n\n\t", 0).blocks, []);
});
