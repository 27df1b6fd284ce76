import { deepEqual, equal, ok, throws } from "node:assert/strict";
import fc from "fast-check";
import { memoryRegion } from "../../src/files/region.ts";
import { UnigramTokenizer } from "../../src/embed/unigram_tokenizer.ts";
import { UserError } from "../../src/user_error.ts";
import { asset, testVectors } from "./_assets.ts";

function load(): UnigramTokenizer {
  const region = asset("tokenizer-ja-en.bin");
  try {
    return new UnigramTokenizer(region);
  } finally {
    region.close();
  }
}

Deno.test("UnigramTokenizer gives the pieces of every test vector", () => {
  const tokenizer = load();
  equal(tokenizer.size, 36997);
  for (const { text, ids } of testVectors()) {
    deepEqual(tokenizer.encode(text), ids, JSON.stringify(text));
  }
});

Deno.test("UnigramTokenizer splits a long text at positions that no piece spans, so that late words get the same pieces as alone", () => {
  const tokenizer = load();
  const sentence =
    "設定ファイルを読み込み、キャッシュを消します。 Run the server.";
  const once = tokenizer.encode(sentence);
  deepEqual(
    tokenizer.encode(Array(1000).fill(sentence).join("\n")),
    Array(1000).fill(once).flat(),
  );
});

Deno.test("UnigramTokenizer handles a text without a position to split at", () => {
  const tokenizer = load();
  const long = tokenizer.encode("a".repeat(100_000));
  ok(long.length > 10_000);
  ok(tokenizer.encode("x".repeat(4094) + "𠮷".repeat(9000)).length > 1000);
});

Deno.test("UnigramTokenizer accepts any string, and gives all NFKC-equivalent texts the same pieces", () => {
  const tokenizer = load();
  fc.assert(fc.property(
    fc.string({ unit: "binary", maxLength: 60 }),
    (text) => {
      const ids = tokenizer.encode(text);
      ok(ids.every((id) => id >= 0 && id < tokenizer.size));
      deepEqual(tokenizer.encode(text.normalize("NFKC")), ids);
    },
  ));
});

Deno.test("UnigramTokenizer refuses a damaged file", () => {
  const region = asset("tokenizer-ja-en.bin");
  const bytes = region.read(0, region.size);
  region.close();
  const refused = (bytes: Uint8Array) =>
    throws(() => new UnigramTokenizer(memoryRegion(bytes)), UserError);
  refused(bytes.slice(0, 10));
  refused(bytes.slice(0, -4));
  bytes[0] ^= 1;
  refused(bytes);
});
