import assert from "node:assert/strict";
import { lastNotAfter } from "../../src/index/last_not_after.ts";
import { search } from "@orama/orama";
import { AssetScope } from "../../src/app/asset_scope.ts";
import { openEmbedder } from "../../src/embed/known_embedders.ts";
import {
  openOrama,
  VECTOR_PROPERTY,
} from "../../src/index/orama_components.ts";
import { readQuery } from "../../src/search/read_query.ts";
import { KEYWORD_WEIGHTS } from "../../src/search/search.ts";
import { build, open, withDocuments } from "./_small_index.ts";

const FILES = {
  "a.md": "# 保存先\n\n保存先は設定で変えられます。\n",
  "b.md": "# Limits\n\nA request may hold 500 rows.\n",
  "c.md": "# Colours\n\nThe beak is orange.\n",
};

Deno.test("Orama's own search runs over a packed index in all its modes", async () => {
  await withDocuments(FILES, async (folder) => {
    await build(folder);
    const index = open(folder);
    using assets = new AssetScope();
    const embedder = await openEmbedder(undefined, assets.open);
    const orama = openOrama(index, KEYWORD_WEIGHTS);
    const vector = {
      value: await embedder.embedQuery(
        "保存先を変えたい",
      ) as unknown as number[],
      property: VECTOR_PROPERTY,
    };
    const first = async (params: object): Promise<string> => {
      const { hits } = await search(
        orama,
        params as Parameters<typeof search>[1],
      );
      const { passage } = hits[0].document as unknown as { passage: number };
      const section = lastNotAfter(index.sectionPassages, passage);
      return index.document(index.documentOfSection(section)).path;
    };
    assert.equal(
      await first({ mode: "fulltext", term: readQuery("保存先").terms }),
      "a.md",
    );
    assert.equal(
      await first({ mode: "fulltext", term: readQuery("500 ROWS").terms }),
      "b.md",
    );
    assert.equal(
      await first({ mode: "vector", vector, similarity: -1 }),
      "a.md",
    );
    assert.equal(
      await first({
        mode: "hybrid",
        term: readQuery("保存先を変えたい").terms,
        vector,
        similarity: -1,
      }),
      "a.md",
    );
    assert.equal(
      await first({
        mode: "vector",
        vector,
        similarity: -1,
        where: { passage: { in: [2] } },
      }),
      "c.md",
    );
    index.close();
  });
});
