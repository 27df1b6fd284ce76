import assert from "node:assert/strict";
import { markdownReader } from "../../src/source/markdown.ts";
import { textReader } from "../../src/source/text.ts";
import { readWith, utf8 } from "./_read_with.ts";

Deno.test("markdownReader() takes front matter out of the body, and textReader() none", async () => {
  const text = "---\ntitle: T\n---\nbody";
  const markdown = await readWith(markdownReader, utf8(text));
  const plain = await readWith(textReader, utf8(text));
  assert.deepEqual(markdown.documents, [
    { text, bodyStart: text.indexOf("body"), title: "T", warnings: [] },
  ]);
  assert.deepEqual(plain.documents, [{ text, bodyStart: 0, warnings: [] }]);
});

Deno.test("markdownReader() and textReader() keep a byte order mark before the body", async () => {
  for (const reader of [markdownReader, textReader]) {
    const { documents } = await readWith(reader, utf8("\ufeffa"));
    assert.deepEqual(documents, [
      { text: "\ufeffa", bodyStart: 1, warnings: [] },
    ]);
  }
});

Deno.test("markdownReader() and textReader() decode the bytes themselves and say why not", async () => {
  for (const reader of [markdownReader, textReader]) {
    const { skips } = await readWith(reader, Uint8Array.of(0x61, 0x8e));
    assert.deepEqual(skips, ["encoding: not valid UTF-8 at byte 1 (0x8e)"]);
    const pdf = await readWith(reader, utf8("%PDF-1.7"));
    assert.deepEqual(pdf.skips, ["binary: a PDF"]);
  }
});

Deno.test("markdownReader() calls a file empty that is front matter only", async () => {
  const { skips } = await readWith(
    markdownReader,
    utf8("---\ntitle: T\n---\n\n"),
  );
  assert.deepEqual(skips, ["empty: only front matter"]);
});
