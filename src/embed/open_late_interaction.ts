import type { Region } from "../files/region.ts";
import type { Embedder } from "./embedder.ts";
import { LateInteraction } from "./late_interaction.ts";
import { StaticEmbedder } from "./static_embedder.ts";
import { UnigramTokenizer } from "./unigram_tokenizer.ts";

/**
 * Opens the bundled table of word vectors, which is used with every embedder.
 *
 * @param embedder If it is the bundled one, its tokenizer is shared.
 * @param asset Opens the program's asset files.
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
