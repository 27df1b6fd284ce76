import { deepEqual, equal, ok, throws } from "node:assert/strict";
import { memoryRegion, type Region } from "../../src/files/region.ts";
import { StaticEmbedder } from "../../src/embed/static_embedder.ts";
import { UserError } from "../../src/user_error.ts";
import { asset, testVectors } from "./_assets.ts";

/** The piece that stands for a space. */
const SPACE = 6;

function withEmbedder(
  body: (embedder: StaticEmbedder, read: () => number) => void | Promise<void>,
): () => Promise<void> {
  return async () => {
    let bytes = 0;
    const file = asset("static-ja-en-256.bin");
    const table: Region = {
      size: file.size,
      read: (offset, length) => (bytes += length, file.read(offset, length)),
      readInto: (offset, into) => {
        bytes += into.length;
        file.readInto(offset, into);
      },
      close: () => file.close(),
    };
    const tokenizer = asset("tokenizer-ja-en.bin");
    try {
      const embedder = new StaticEmbedder("static-ja-en-256", table, tokenizer);
      await body(embedder, () => bytes);
    } finally {
      table.close();
      tokenizer.close();
    }
  };
}

function checkVectors(embedder: StaticEmbedder): void {
  for (const { text, ids, v256 } of testVectors()) {
    const vector = embedder.embedPieces(ids);
    v256.forEach((value, k) =>
      ok(
        Math.abs(vector[k] - value) <= 1e-4,
        `${JSON.stringify(text)} [${k}]: ${vector[k]}, not ${value}`,
      )
    );
    // A text of which only the spaces are known has a vector on paper, but none that means anything.
    if (ids.some((id) => id !== SPACE)) {
      deepEqual(embedder.embedSync(text), vector);
    }
  }
}

Deno.test(
  "StaticEmbedder reproduces every test vector from rows read by position",
  withEmbedder((embedder, read) => {
    equal(embedder.id, "static-ja-en-256");
    equal(embedder.dimensions, 256);
    checkVectors(embedder);
    ok(read() < 500_000, `${read()} bytes were read`);
  }),
);

Deno.test(
  "StaticEmbedder reproduces every test vector from the loaded table, which it reads once",
  withEmbedder(async (embedder, read) => {
    await embedder.embedPassages(["first"]);
    checkVectors(embedder);
    const before = read();
    await embedder.embedPassages(["second", "third"]);
    equal(read(), before);
  }),
);

Deno.test(
  "StaticEmbedder reads only the header when opened, and less than a megabyte for a query",
  withEmbedder(async (embedder, read) => {
    equal(read(), 16);
    await embedder.embedQuery("設定ファイルの読み込み方");
    ok(read() < 200_000, `${read()} bytes were read`);
  }),
);

Deno.test(
  "StaticEmbedder gives the same unit vector for a query and a passage, and zeros for an unknown text",
  withEmbedder(async (embedder) => {
    const text = "サーバーを起動する start the server";
    const query = await embedder.embedQuery(text);
    const [passage, ...nothing] = await embedder.embedPassages(
      [text, "", "   ", "한국어", "\u200b\n"],
    );
    deepEqual(passage, query);
    ok(Math.abs(Math.hypot(...query) - 1) < 1e-6);
    for (const vector of nothing) ok(vector.every((value) => value === 0));
    equal((await embedder.embedPassages([])).length, 0);
  }),
);

Deno.test(
  "StaticEmbedder puts a Japanese sentence nearer to its translation than to another subject",
  withEmbedder((embedder) => {
    const dot = (a: Float32Array, b: Float32Array) =>
      a.reduce((sum, value, k) => sum + value * b[k], 0);
    const ja = embedder.embedSync("サーバーの設定ファイルを変更する");
    const en = embedder.embedSync("change the server configuration file");
    const other = embedder.embedSync("a recipe for apple pie with cinnamon");
    ok(dot(ja, en) > dot(ja, other) + 0.2);
  }),
);

Deno.test("StaticEmbedder refuses a damaged table and one of another tokenizer", () => {
  const file = asset("static-ja-en-256.bin");
  const head = file.read(0, 16 + 2 * 260);
  file.close();
  const tokenizer = asset("tokenizer-ja-en.bin");
  const open = (bytes: Uint8Array) =>
    new StaticEmbedder("static-ja-en-256", memoryRegion(bytes), tokenizer);
  throws(() => open(head), UserError); // cut short
  throws(() => open(head.slice(0, 5)), UserError);
  new DataView(head.buffer).setUint32(8, 2, true); // a whole table of two pieces
  throws(() => open(head).embedSync("text"), UserError);
  head[0] ^= 1;
  throws(() => open(head), UserError);
  tokenizer.close();
});
