import type { AssetName } from "../../src/artifact/carried.ts";
import { fileRegion, type Region } from "../../src/files/region.ts";

/** The embedder's own files, as they lie in the source tree. */
export function asset(file: AssetName): Region {
  return fileRegion(
    `${import.meta.dirname}/../../src/embed/static_ja_en/${file}`,
  );
}

/** A text, the ids of its pieces, and the first 8 dimensions of its vector. */
export interface TestVector {
  text: string;
  ids: number[];
  v256: number[];
}

/** The vectors that came with the table, made by the program that trained it. */
export function testVectors(): TestVector[] {
  const path = `${import.meta.dirname}/../fixtures/static_ja_en_vectors.json`;
  return JSON.parse(Deno.readTextFileSync(path)).vectors;
}
