import type { Settings } from "../config/settings.ts";
import type { Embedder } from "../embed/embedder.ts";
import type { EmbedderContext } from "../embed/embedder_context.ts";
import { openRecordedEmbedder } from "../embed/known_embedders.ts";
import { parseModelName } from "../embed/model_name.ts";
import type { PackedIndex } from "../index/packed_index.ts";
import { UserError } from "../user_error.ts";
import type { AssetScope } from "./asset_scope.ts";
import type { Io } from "./io.ts";
import { Logger } from "./logger.ts";

/**
 * What the settings and the process give an embedder to work with.
 *
 * @param say told what leaves the machine, and where to; else stderr is
 */
export function embedderContext(
  settings: Settings,
  io: Io,
  say?: (sentence: string) => void,
): EmbedderContext {
  const logger = new Logger(io.stderr, settings.logLevel.value);
  return {
    env: io.env,
    cwd: io.cwd(),
    offline: settings.offline.value,
    setting: settings.embeddingModel.value,
    say: say ?? ((sentence) => logger.info(sentence)),
  };
}

/**
 * Opens the embedder that an index was built with, so that queries and
 * passages are measured alike.
 *
 * @param assets where its tables are opened; they stay in use
 * @param context says among others whether it may leave the machine
 * @throws {UserError} when this version has no such embedder, or one of other
 *   dimensions, or it would leave the machine offline
 */
export async function openIndexEmbedder(
  index: PackedIndex,
  assets: AssetScope,
  context: EmbedderContext,
): Promise<Embedder> {
  const recorded = index.info.embedder;
  const { id, source, dimensions } = recorded;
  const next = "Build it again with this version: docs build FOLDER -o FILE";
  try {
    parseModelName(source ?? id);
  } catch {
    throw new UserError(
      `the index ${index.path} was built with the embedder ${id}, which this version cannot load`,
      next,
    );
  }
  const embedder = await openRecordedEmbedder(
    recorded,
    assets.open,
    context,
  );
  if (embedder.dimensions !== dimensions) {
    throw new UserError(
      `the index ${index.path} has vectors of ${dimensions} dimensions, but ${id} makes ${embedder.dimensions}`,
      next,
    );
  }
  return embedder;
}
