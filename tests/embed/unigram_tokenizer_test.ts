import { deepEqual, equal, ok, throws } from "node:assert/strict";
import fc from "fast-check";
import { memoryRegion, type Region } from "../../src/files/region.ts";
import { UnigramTokenizer } from "../../src/embed/unigram_tokenizer.ts";
import { UserError } from "../../src/user_error.ts";
import { asset, testVectors } from "./_assets.ts";
import { PlainPieces } from "./_plain_pieces.ts";

function load<T = UnigramTokenizer>(
  Tokenizer: new (region: Region) => T = UnigramTokenizer as never,
): T {
  const region = asset("tokenizer-ja-en.bin");
  try {
    return new Tokenizer(region);
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

Deno.test("UnigramTokenizer gives the pieces of the plain reference", () => {
  const tokenizer = load(), plain = load(PlainPieces);
  const word = fc.constantFrom(
    ...[
      "設定ファイル",
      "を読み込みます。",
      "証明書",
      "𠮷野家",
      "👨‍👩‍👧",
      "か\u3099",
    ],
    ...["server", "kubectl", "configuration", "v1.0.21", "x", "の", "한국"],
    ...["\0", "\x01", "\u008f", "\t", "\n", " ", "\u200b", "\ufeff", "▁"],
    ...["\ud800", "\udc00"],
  );
  const texts = fc.oneof(
    fc.array(fc.oneof(word, fc.string({ unit: "grapheme", maxLength: 4 })))
      .map((words) => words.join("")),
    fc.string({ unit: "binary", maxLength: 60 }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      deepEqual(tokenizer.encode(text), plain.encode(text));
    }),
    { numRuns: 400 },
  );
  for (const { text } of testVectors()) {
    deepEqual(tokenizer.encode(text), plain.encode(text));
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
