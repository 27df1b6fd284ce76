import assert from "node:assert/strict";
import { printable, visible } from "../../src/text/visible.ts";

Deno.test("visible() lets no document control the terminal", () => {
  assert.equal(visible("a\x1b[2Jb\r\n\tc\u202ed\x9b1m"), "a[2Jb cd1m");
  assert.equal(visible("  日本語　です "), "日本語 です");
});

Deno.test("printable() keeps a path as it is but shows what cannot be seen", () => {
  assert.equal(printable("a  b/日本.md"), "a  b/日本.md");
  assert.equal(printable("a\nb\x1b.md"), "a\\u000ab\\u001b.md");
});
