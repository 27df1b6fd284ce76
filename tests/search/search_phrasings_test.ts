import assert from "node:assert/strict";
import { openEmbedder } from "../../src/embed/known_embedders.ts";
import { openLateInteraction } from "../../src/embed/open_late_interaction.ts";
import { Searcher } from "../../src/search/search.ts";
import { searchPhrasings } from "../../src/search/search_phrasings.ts";
import { UserError } from "../../src/user_error.ts";
import { asset } from "../embed/_assets.ts";
import { build, open, withDocuments } from "../index/_small_index.ts";

const DOCUMENTS = {
  "files.md":
    "# Files\n\n## Rename\n\nGive a file another name with `mv`.\n\n## Delete\n\nRemove a file with `rm`.\n\n## Copy\n\nDuplicate a file with `cp`.\n",
  "ファイル.md":
    "# ファイル\n\n## 名前の変更\n\nファイルの名前は `mv` で変えます。\n",
};

function withSearcher(
  test: (searcher: Searcher) => Promise<void>,
): Promise<void> {
  return withDocuments(DOCUMENTS, async (folder) => {
    await build(folder);
    const index = open(folder);
    const embedder = await openEmbedder(undefined, asset);
    const late = openLateInteraction(embedder, asset);
    await test(new Searcher(index, embedder, late));
    index.close();
  });
}

Deno.test("one phrasing is the search itself", () =>
  withSearcher(async (searcher) => {
    const options = { k: 3, minScore: 0.5 };
    const once = await searcher.search("rename a file", options);
    const merged = await searchPhrasings(
      searcher,
      ["rename a file", "rename a file"],
      options,
    );
    assert.deepEqual({ ...merged, tookMs: 0 }, { ...once, tookMs: 0 });
  }));

Deno.test("what several phrasings find comes first, each section once, with falling scores", () =>
  withSearcher(async (searcher) => {
    const { hits, phrasings } = await searchPhrasings(
      searcher,
      ["duplicate or rename", "ファイルの名前を変える", "rename"],
      { k: 10, minScore: 0, explain: true },
    );
    assert.equal(phrasings?.length, 3);
    assert.equal(hits[0].id, "files.md#rename");
    const ids = hits.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.includes("ファイル.md#名前の変更"));
    hits.forEach((hit, at) => {
      assert.equal(hit.rank, at + 1);
      if (at > 0) assert.ok(hit.score <= hits[at - 1].score);
      assert.ok(hit.explain!.phrasings!.length >= 1);
    });
    // Reciprocal rank fusion: 1 / (60 + rank), summed.
    const fused = hits.map(({ explain }) =>
      explain!.phrasings!.reduce((sum, { rank }) => sum + 1 / (60 + rank), 0)
    );
    assert.deepEqual(fused, [...fused].sort((a, b) => b - a));
  }));

Deno.test("a phrasing that nothing answers takes nothing from the others", () =>
  withSearcher(async (searcher) => {
    const options = { k: 5, minScore: 0.5 };
    const { hits } = await searchPhrasings(
      searcher,
      ["zzzzqqqq", "rename a file"],
      options,
    );
    assert.equal(hits[0]?.id, "files.md#rename");
    const none = await searchPhrasings(
      searcher,
      ["zzzzqqqq", "xyzzy"],
      options,
    );
    assert.deepEqual(none.hits, []);
    assert.ok(none.nearest!.length > 0);
  }));

Deno.test("more phrasings than five are refused", () =>
  withSearcher(async (searcher) => {
    await assert.rejects(
      searchPhrasings(searcher, ["a1", "b1", "c1", "d1", "e1", "f1"], {
        ...{ k: 1, minScore: 0 },
      }),
      UserError,
    );
  }));
