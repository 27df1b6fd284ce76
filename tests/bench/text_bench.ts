import { detectLanguage } from "../../src/text/detect_language.ts";
import { fold } from "../../src/text/fold.ts";
import { queryTokens, terms, tokenize } from "../../src/text/tokenize.ts";

/** 100 kB of UTF-8 each, so that 1 ms an iteration is 100 MB/s. */
const english = fill(
  "Call `server.transformRequest(url)` to load a module. The --no-lock flag of v1.0.21 keeps Vite's config as it is; see /guide/features.html#css.\n",
);
const japanese = fill(
  "設定ファイルを読み込み、サーバーを起動します。`server.transformRequest()` は v1.0.21 で追加されたメソッドで、キャッシュの有無を確認できます。\n",
);
const decomposed = fill(
  "デバッグ時は、がぎぐげご…と表示されます。".normalize("NFD"),
);

for (
  const [name, text] of Object.entries({ english, japanese, decomposed })
) {
  Deno.bench(`terms, 100 kB ${name}`, { group: name }, () => {
    let count = 0;
    terms(text, () => count++);
  });
  Deno.bench(`tokenize, 100 kB ${name}`, { group: name }, () => {
    tokenize(text);
  });
  Deno.bench(`fold, 100 kB ${name}`, { group: name }, () => {
    fold(text);
  });
  Deno.bench(`detectLanguage, 100 kB ${name}`, { group: name }, () => {
    detectLanguage(text);
  });
}

Deno.bench("queryTokens, a question", () => {
  queryTokens(
    "Deno.readTextFile でファイルを読み込むときの --allow-read の指定方法",
  );
});

function fill(line: string): string {
  const bytes = new TextEncoder().encode(line).length;
  return line.repeat(Math.ceil(100_000 / bytes));
}
