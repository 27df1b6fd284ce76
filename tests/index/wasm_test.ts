import assert from "node:assert/strict";
import wabt from "wabt";
import { PIECES_WASM } from "../../src/embed/_pieces_wasm.ts";
import { BM25_WASM } from "../../src/index/_bm25_wasm.ts";
import { CHECKSUM_WASM } from "../../src/index/_checksum_wasm.ts";
import { LZ4_WASM } from "../../src/index/_lz4_wasm.ts";
import { SCAN_WASM } from "../../src/index/_scan_wasm.ts";

const MODULES: Record<string, string> = {
  "index/bm25": BM25_WASM,
  "index/checksum": CHECKSUM_WASM,
  "index/lz4": LZ4_WASM,
  "index/scan": SCAN_WASM,
  "embed/pieces": PIECES_WASM,
};

for (const [path, bytes] of Object.entries(MODULES)) {
  const name = path.split("/")[1];
  Deno.test(`the bytes of _${name}_wasm.ts are ${name}.wat, assembled`, async () => {
    const file = new URL(`../../src/${path}.wat`, import.meta.url);
    const assembler = await wabt();
    const text = await Deno.readTextFile(file);
    const { buffer } = assembler
      .parseWat(`${name}.wat`, text, { simd: true, bulk_memory: true })
      .toBinary({});
    assert.equal(btoa(String.fromCharCode(...buffer)), bytes);
  });
}
