import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { memoryRegion } from "../../src/files/region.ts";
import { openIndex } from "../../src/index/open_index.ts";
import { UserError } from "../../src/user_error.ts";
import { build, withDocuments } from "./_small_index.ts";

const FILES = {
  "a.md": "# 設定\n\n保存先を変える。\n\n## Limits\n\n500 rows.\n",
  "b.md": "# Other\n\nSome more text about storage.\n",
};

/** Everything that can be read of an index, as one string. */
function contents(bytes: Uint8Array): string {
  const index = openIndex(memoryRegion(bytes), "test.index");
  const all: unknown[] = [index.info, index.files()];
  for (let d = 0; d < index.info.documents; d++) {
    const document = index.document(d);
    all.push(document, index.text(d, 0, document.length));
  }
  for (let s = 0; s < index.info.sections; s++) {
    all.push(index.section(s), index.passages(s));
  }
  for (const term of ["設定", "limits", "rows", "storage", "zzz"]) {
    const entry = index.term(term);
    if (entry === undefined) continue;
    all.push(entry, [...index.postings(entry)]);
  }
  const query = new Float32Array(256).map((_, i) => Math.sin(i));
  all.push(index.nearest(query, 9, -1), [...index.passageLengths]);
  return JSON.stringify(all);
}

Deno.test("an index with any bit flipped is refused or reads exactly as before; a truncated one is refused", async () => {
  await withDocuments(FILES, async (folder) => {
    await build(folder);
    const bytes = Deno.readFileSync(join(folder, "index"));
    const before = contents(bytes);
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const harmed = bytes.slice();
        harmed[bit >> 3] ^= 1 << (bit & 7);
        try {
          assert.equal(contents(harmed), before);
        } catch (error) {
          assert.ok(error instanceof UserError, `${error}`);
          assert.match(error.message, /test\.index/);
        }
      }),
      { numRuns: 400 },
    );
    fc.assert(fc.property(fc.nat(bytes.length - 1), (length) => {
      assert.throws(() => contents(bytes.slice(0, length)), UserError);
    }));
  });
});

Deno.test("an index of another version is refused by its number, with what to do", async () => {
  await withDocuments(FILES, async (folder) => {
    await build(folder);
    const bytes = Deno.readFileSync(join(folder, "index"));
    new DataView(bytes.buffer).setUint32(8, 77, true);
    assert.throws(() => contents(bytes), {
      message: /version 77/,
      next: /docs build/,
    });
  });
});

Deno.test("a file that is not an index is reported as such", () => {
  for (const text of ["", "x", "# A page\n".repeat(50)]) {
    assert.throws(
      () => contents(new TextEncoder().encode(text)),
      { name: "UserError", message: /not a docs index/ },
    );
  }
});
