import { fileRegion, type Region } from "../../src/files/region.ts";
import { StaticEmbedder } from "../../src/embed/static_embedder.ts";
import { UnigramTokenizer } from "../../src/embed/unigram_tokenizer.ts";

const folder = `${import.meta.dirname}/../../src/embed/static_ja_en`;
const table = fileRegion(`${folder}/static-ja-en-256.bin`);
const tokenizer = fileRegion(`${folder}/tokenizer-ja-en.bin`);

const query = "設定ファイルを読み込む順序は how are config files resolved";
const longQuery = query.repeat(8);
/** About 500 characters each. */
const japanese =
  "設定ファイルを読み込み、サーバーを起動します。キャッシュの有無は起動時に確認され、依存関係が変わったときだけ作り直されます。"
    .repeat(8);
const english =
  "Call server.transformRequest(url) to load a module. Dependencies are pre-bundled once and kept in the cache until the lock file changes. "
    .repeat(4);

const bySeek = new StaticEmbedder("static-ja-en-256", table, tokenizer);
const loaded = new StaticEmbedder("static-ja-en-256", table, tokenizer);
loaded.load();

Deno.bench("open and first query (cold: tokenizer, scales, rows)", () => {
  new StaticEmbedder("static-ja-en-256", table, tokenizer).embedSync(query);
});
Deno.bench("load the tokenizer alone", () => {
  new UnigramTokenizer(tokenizer);
});
Deno.bench("load the whole table", () => {
  new StaticEmbedder("static-ja-en-256", table, tokenizer).load();
});
Deno.bench("a query, rows by seek", () => {
  bySeek.embedSync(query);
});
Deno.bench("a query of 400 characters, rows by seek", () => {
  bySeek.embedSync(longQuery);
});
Deno.bench("a Japanese passage, table loaded", () => {
  loaded.embedSync(japanese);
});
Deno.bench("an English passage, table loaded", () => {
  loaded.embedSync(english);
});

globalThis.addEventListener("unload", () => {
  const open: Region[] = [table, tokenizer];
  open.forEach((region) => region.close());
});
