import assert from "node:assert/strict";
import { readDocument } from "../../src/source/read_document.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

Deno.test("readDocument() gives an HTML page as text with its outline", async () => {
  const html = "\ufeff<html lang=en><title>T</title><h1>A</h1>\n<p>b</p>";
  const document = await readDocument("a.html", "html", utf8(html));
  assert.ok(typeof document !== "string");
  assert.equal(document.text, "A\n\nb");
  assert.equal(document.bodyStart, 0);
  assert.equal(document.title, "T");
  assert.equal(document.outline?.headings.length, 1);
  assert.deepEqual([...document.lineOf!], [1, 1, 2]);
});

Deno.test("readDocument() says which encoding an unreadable page claims", async () => {
  const html = Uint8Array.from([
    ...utf8("<meta charset=Shift_JIS>"),
    ...[0x8e, 0xd0, 0x93, 0xe0],
  ]);
  assert.equal(
    await readDocument("a.html", "html", html),
    "encoding: not valid UTF-8 at byte 24 (0x8e); the page says Shift_JIS",
  );
});

Deno.test("readDocument() looks for front matter in Markdown and MDX only", async () => {
  const bytes = utf8("---\ntitle: T\n---\nbody");
  for (const format of ["markdown", "mdx", "text"] as const) {
    const document = await readDocument("a", format, bytes);
    assert.ok(typeof document !== "string");
    assert.equal(document.title, format === "text" ? undefined : "T");
  }
});

Deno.test("readDocument() calls a file empty that says nothing", async () => {
  const reasons = await Promise.all([
    readDocument("a.md", "markdown", utf8("")),
    readDocument("a.md", "markdown", utf8("\ufeff")),
    readDocument("a.md", "markdown", utf8(" \r\n\u3000")),
    readDocument("a.md", "markdown", utf8("---\ntitle: T\n---")),
    readDocument("a.html", "html", utf8("<script>x</script>")),
  ]);
  assert.deepEqual(reasons, [
    "empty: no bytes",
    "empty: only white space",
    "empty: only white space",
    "empty: only front matter",
    "empty: no text in the page",
  ]);
});

Deno.test("readDocument() refuses a page that would not fit in memory", async () => {
  const reason = await readDocument("a.html", "html", new Uint8Array(40e6));
  assert.equal(reason, "too_large: 40000000 bytes, of at most 33554432");
});
