/**
 * What a query costs in a process that stays: the median over questions in both
 * languages, warm, over an index of so many passages.
 *
 *     deno run -A tests/bench/query_bench.ts [PASSAGES…]     default 10000 100000
 *
 * @module
 */

import { join, resolve } from "node:path";
import { asset } from "../../src/artifact/carried.ts";
import { fileRegion } from "../../src/files/region.ts";
import { openEmbedder } from "../../src/embed/known_embedders.ts";
import { openLateInteraction } from "../../src/embed/open_late_interaction.ts";
import { buildIndex } from "../../src/index/build_index.ts";
import { openIndex } from "../../src/index/open_index.ts";
import { Searcher } from "../../src/search/search.ts";
import { median } from "./_cpu_time.ts";
import { manyPages } from "./_many_pages.ts";

const QUERIES = [
  "設定ファイルの場所 index",
  "検索結果を JSON で受け取るには",
  "日本語の文書をどう区切るか",
  "終了コード",
  "実行ファイルを一つ作って配る",
  "how do I build an index of a folder?",
  "which files are skipped and why",
  "--min-score",
  "DOCS_CACHE_DIR",
  "exit code when nothing is found",
];

/** Rounds over all questions that count, after one that does not. */
const ROUNDS = 20;

/**
 * Median time of a warm query in ms, over about so many passages.
 *
 * @param folder Where the pages and the index are made; they stay.
 */
export async function warmQuery(
  passages: number,
  folder: string,
): Promise<{ passages: number; ms: number; index: string }> {
  const root = resolve(import.meta.dirname!, "../..");
  const pages = join(folder, `pages-${passages}`);
  Deno.mkdirSync(pages);
  manyPages(join(root, "corpus"), pages, passages);
  const output = join(folder, `${passages}.index`);
  const embedder = await openEmbedder(undefined, asset);
  const built = await buildIndex({
    sources: [pages],
    output,
    embedder,
  });
  const searcher = new Searcher(
    openIndex(fileRegion(output), output),
    embedder,
    openLateInteraction(embedder, asset),
  );
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const query of QUERIES) {
      const started = performance.now();
      await searcher.search(query, { k: 5, minScore: 0 });
      if (round > 0) times.push(performance.now() - started);
    }
  }
  return { passages: built.passages, ms: median(times), index: output };
}

if (import.meta.main) {
  const folder = Deno.makeTempDirSync({ prefix: "docs-bench-" });
  try {
    const sizes = Deno.args.length > 0
      ? Deno.args.map(Number)
      : [10_000, 100_000];
    for (const size of sizes) {
      const { passages, ms } = await warmQuery(size, folder);
      console.log(
        `warm query, ${passages} passages: ${ms.toFixed(2)} ms median`,
      );
    }
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}
