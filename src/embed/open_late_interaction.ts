import type { Region } from "../files/region.ts";
import type { Embedder } from "./embedder.ts";
import { LateInteraction } from "./late_interaction.ts";
import { StaticEmbedder } from "./static_embedder.ts";
import { UnigramTokenizer } from "./unigram_tokenizer.ts";

/**
 * Opens the table that compares words. It is the bundled one, whatever embedder
 * an index was built with.
 *
 * @param embedder Its tokenizer is shared, if it is the bundled embedder.
 * @param asset Where the program's own files are read from.
 * @throws {UserError} when a file is damaged.
 */
export function openLateInteraction(
  embedder: Embedder,
  asset: (file: "late-ja-en-96.bin" | "tokenizer-ja-en.bin") => Region,
): LateInteraction {
  const tokenizer = embedder instanceof StaticEmbedder
    ? embedder.tokenizer
    : new UnigramTokenizer(asset("tokenizer-ja-en.bin"));
  return new LateInteraction(asset("late-ja-en-96.bin"), tokenizer);
}
