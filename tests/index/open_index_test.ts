import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { fileRegion, memoryRegion } from "../../src/files/region.ts";
import { openIndex } from "../../src/index/open_index.ts";
import { UserError } from "../../src/user_error.ts";
import { shownPassage } from "../../src/answer/shown_passage.ts";
import { openEmbedder } from "../../src/embed/known_embedders.ts";
import { openLateInteraction } from "../../src/embed/open_late_interaction.ts";
import { FORMAT_VERSION } from "../../src/index/layout.ts";
import { Searcher } from "../../src/search/search.ts";
import { asset } from "../embed/_assets.ts";
import { build, open, withDocuments } from "./_small_index.ts";

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

Deno.test("an index of format 3, whose passages have no fences, is read and searched", async () => {
  const path = join(import.meta.dirname!, "../fixtures/format_3.index");
  const old = openIndex(fileRegion(path), path);
  assert.equal(old.info.format, 3);
  assert.deepEqual([...old.paths().keys()].toSorted(), [
    ...["backup.md", "limits", "設定"],
  ]);
  const number = old.findDocument("backup.md");
  const text = old.text(number, 0, old.document(number).length);
  await withDocuments({ "backup.md": text }, async (folder) => {
    await build(folder, { passageSize: 200, overlap: 40 });
    const anew = open(folder);
    assert.equal(anew.info.format, FORMAT_VERSION);
    let fences = 0;
    for (let section = 0; section < anew.info.sections; section++) {
      const before = old.document(number).firstSection + section;
      assert.equal(old.section(before).anchor, anew.section(section).anchor);
      const passages = anew.passages(section);
      fences += passages.filter(({ fences }) => fences.length > 0).length;
      assert.deepEqual(
        old.passages(before),
        passages.map((passage) => ({ ...passage, fences: [] })),
      );
    }
    assert.equal(fences, 4);
    anew.close();
  });
  const limits = old.document(old.findDocument("limits")).firstSection;
  const [{ hidden }] = old.passages(limits);
  assert.deepEqual(
    hidden.map(([from, to]) =>
      old.text(old.section(limits).document, from, to)
    ),
    ["<!-- hidden -->"],
  );
  const searcher = new Searcher(
    old,
    await openEmbedder(undefined, asset),
    openLateInteraction(await openEmbedder(undefined, asset), asset),
  );
  const { hits: [hit] } = await searcher.search("rsync to the second site", {
    ...{ k: 1, minScore: 0.5 },
  });
  assert.equal(hit.id, "backup.md#script");
  // Of its fences nothing is known: it is shown as it is, comments blank.
  const [best] = hit.passages;
  assert.match(best.text, /^rsync/);
  assert.equal(
    shownPassage(old, hit, best),
    best.text.replace(/<!--.*?-->/g, (it) => " ".repeat(it.length)),
  );
  old.close();
});

Deno.test("a file that is not an index is reported as such", () => {
  for (const text of ["", "x", "# A page\n".repeat(50)]) {
    assert.throws(
      () => contents(new TextEncoder().encode(text)),
      { name: "UserError", message: /not a docs index/ },
    );
  }
});
