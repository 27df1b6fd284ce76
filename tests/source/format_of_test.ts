import assert from "node:assert/strict";
import { formatOf } from "../../src/source/format_of.ts";
import { readers } from "../../src/source/readers.ts";

Deno.test("formatOf() goes by the extension, whatever its case", () => {
  for (const format of readers) {
    for (const extension of format.extensions) {
      assert.equal(formatOf(`x/a.b${extension}`), format);
      assert.equal(formatOf(`A${extension.toUpperCase()}`), format);
    }
  }
});

Deno.test("formatOf() reads nothing else", () => {
  for (
    const path of ["a.png", "md", "a.md.bak", "a.", "a.constructor", ".md"]
  ) {
    assert.equal(formatOf(path), undefined);
  }
});

Deno.test("formatOf() takes the formats that are given in place of the table's", () => {
  const [format] = readers;
  const own = { ...format, extensions: [".card"] as const };
  assert.equal(formatOf("a.CARD", [own]), own);
  assert.equal(formatOf("a.md", [own]), undefined);
});
