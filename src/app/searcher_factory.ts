import type { Settings } from "../config/settings.ts";
import type { Embedder } from "../embed/embedder.ts";
import type { EmbedderContext } from "../embed/embedder_context.ts";
import { openRecordedEmbedder } from "../embed/known_embedders.ts";
import type { LateInteraction } from "../embed/late_interaction.ts";
import { parseModelName } from "../embed/model_name.ts";
import { openLateInteraction } from "../embed/open_late_interaction.ts";
import type { PackedIndex } from "../index/packed_index.ts";
import { Searcher } from "../search/search.ts";
import { UserError } from "../user_error.ts";
import { type AppContext, embedderContext } from "./app_context.ts";
import { AssetScope } from "./asset_scope.ts";
import type { OpenedIndex } from "./open_located_index.ts";

/**
 * Opens searchers of indexes; nothing else creates one. The embedder and its tables
 * are opened for the first index and reused for the next, if that was built with
 * the same embedder. Disposing closes the tables, and its searchers no longer
 * work.
 */
export class SearcherFactory implements Disposable {
  readonly #context: AppContext;
  readonly #assets = new AssetScope();
  #models?: { embedder: Embedder; late: LateInteraction; offline: boolean };

  constructor(context: AppContext) {
    this.#context = context;
  }

  /**
   * Opens a searcher with the embedder that the index was built with.
   *
   * @throws {UserError} this version cannot load that embedder, its vectors have
   *   another length, or it is on another machine and `offline` is set
   */
  async open(
    { index, settings }: Pick<OpenedIndex, "index" | "settings">,
  ): Promise<Searcher> {
    const { embedder, late } = await this.#modelsOf(index, settings);
    return new Searcher(index, embedder, late);
  }

  async #modelsOf(index: PackedIndex, settings: Settings) {
    const { id, dimensions } = index.info.embedder;
    const offline = settings.offline.value;
    const open = this.#models;
    if (
      open && open.offline === offline && open.embedder.id === id &&
      open.embedder.dimensions === dimensions
    ) return open;
    const embedder = await openIndexEmbedder(
      index,
      this.#assets,
      embedderContext(settings, this.#context),
    );
    const late = openLateInteraction(embedder, this.#assets.open);
    return this.#models = { embedder, late, offline };
  }

  [Symbol.dispose](): void {
    this.#assets[Symbol.dispose]();
  }
}

/**
 * Opens the embedder that an index was built with, so that query and passage
 * vectors are comparable.
 */
async function openIndexEmbedder(
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
