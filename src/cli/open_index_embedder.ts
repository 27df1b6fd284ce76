import type { Embedder } from "../embed/embedder.ts";
import { openEmbedder, resolveEmbedder } from "../embed/known_embedders.ts";
import type { PackedIndex } from "../index/packed_index.ts";
import { UserError } from "../user_error.ts";
import type { HeldAssets } from "./held_assets.ts";

/**
 * Opens the embedder that an index was built with, so that queries and
 * passages are measured alike.
 *
 * @param assets where its tables are opened; they stay in use
 * @throws {UserError} when this version has no such embedder, or one of other
 *   dimensions
 */
export async function openIndexEmbedder(
  index: PackedIndex,
  assets: HeldAssets,
): Promise<Embedder> {
  const { id, dimensions } = index.info.embedder;
  const next = "Build it again with this version: docs build FOLDER -o FILE";
  try {
    resolveEmbedder(id);
  } catch {
    throw new UserError(
      `the index ${index.path} was built with the embedder ${id}, which this version cannot load`,
      next,
    );
  }
  const embedder = await openEmbedder(id, assets.open);
  if (embedder.dimensions !== dimensions) {
    throw new UserError(
      `the index ${index.path} has vectors of ${dimensions} dimensions, but ${id} makes ${embedder.dimensions}`,
      next,
    );
  }
  return embedder;
}
