import { locateIndex } from "../config/locate_index.ts";
import type { Settings } from "../config/settings.ts";
import type { Embedder } from "../embed/embedder.ts";
import type { LateInteraction } from "../embed/late_interaction.ts";
import { openLateInteraction } from "../embed/open_late_interaction.ts";
import type { PackedIndex } from "../index/packed_index.ts";
import type { Log } from "../log.ts";
import type { IndexSource, OpenIndex } from "../mcp/live_index.ts";
import { Searcher } from "../search/search.ts";
import { UserError } from "../user_error.ts";
import type { serverAnswers } from "./answer_means.ts";
import type { AssetScope } from "./asset_scope.ts";
import type { Io } from "./io.ts";
import { embedderContext, openIndexEmbedder } from "./open_index_embedder.ts";
import { openWith } from "./open_located_index.ts";

/**
 * The index that the settings lead to, for a server that stays up while the
 * index is built anew. Once a file is open, only that file is looked at: if it
 * is deleted, no other index takes its place.
 */
export class LocatedIndexSource implements IndexSource {
  readonly #settings: Settings;
  readonly #io: Io;
  readonly #assets: AssetScope;
  readonly #log: Log;
  /** The open file; undefined while there is none or it is the program's own. */
  #path?: string;
  #answers?: Promise<ReturnType<typeof serverAnswers>>;
  #models?: { embedder: Embedder; late: LateInteraction };

  /** @param assets keeps the embedder's tables open until the server ends */
  constructor(settings: Settings, io: Io, assets: AssetScope, log: Log) {
    this.#settings = settings;
    this.#io = io;
    this.#assets = assets;
    this.#log = log;
  }

  stamp(): string | undefined {
    const path = this.#path ?? this.#locate();
    if (path === undefined) return "carried";
    try {
      const { ino, dev, size, mtime } = Deno.statSync(path);
      return [path, dev, ino, size, mtime?.getTime()].join(" ");
    } catch {
      return undefined;
    }
  }

  open(): Promise<OpenIndex> {
    const { index, settings } = openWith(
      this.#settings,
      this.#io.cwd(),
      this.#log,
    );
    this.#path = this.#locate();
    let opened: Promise<Searcher> | undefined;
    const searcher = () =>
      opened ??= this.#modelsOf(index).then(({ embedder, late }) =>
        new Searcher(index, embedder, late)
      );
    const minScore = settings.minScore.value;
    return Promise.resolve({
      index,
      searcher,
      answerer: async () => ({
        index,
        searcher: await searcher(),
        minScore,
        contextChars: settings.llmContextChars.value,
        ...(await this.#answersOf()).under(settings),
      }),
      minScore,
      close: () => index.close(),
    });
  }

  /** The same ones for an index built anew, so that their tables are read once. */
  async #modelsOf(index: PackedIndex) {
    const { id, dimensions } = index.info.embedder;
    const open = this.#models?.embedder;
    if (open?.id === id && open.dimensions === dimensions) return this.#models!;
    const embedder = await openIndexEmbedder(
      index,
      this.#assets,
      // A warning, so that it is said over stdio too: queries leave the machine.
      embedderContext(
        this.#settings,
        this.#io,
        (sentence) => this.#log.warning(sentence),
      ),
    );
    const late = openLateInteraction(embedder, this.#assets.open);
    return this.#models = { embedder, late };
  }

  /** The same cache and model for an index built anew; loaded at the first question. */
  #answersOf() {
    // A warning, so that it is said over stdio too: sections leave the machine.
    const say = (sentence: string) => this.#log.warning(sentence);
    return this.#answers ??= import("./answer_means.ts")
      .then(({ serverAnswers }) =>
        serverAnswers(this.#settings, this.#io, say)
      );
  }

  #locate(): string | undefined {
    try {
      return this.#path ?? locateIndex(this.#settings, this.#io.cwd())?.path;
    } catch (error) {
      if (error instanceof UserError) return undefined;
      throw error;
    }
  }
}
