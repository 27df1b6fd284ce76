import { chooseIndex } from "./choose_index.ts";
import type { Settings } from "../config/settings.ts";
import type { Searcher } from "../search/search.ts";
import { UserError } from "../user_error.ts";
import type { AnswerMeans } from "./answer_means.ts";
import type { AppContext } from "./app_context.ts";
import type { IndexSource, OpenIndex } from "./live_index.ts";
import { openLocatedIndex } from "./open_located_index.ts";
import { SearcherFactory } from "./searcher_factory.ts";

/**
 * The index that the settings select, for a long-running program whose index
 * may be rebuilt. Once a file is open, only that file is watched: if it is
 * deleted, no other index takes its place. Embedder, model and cache are loaded
 * when first needed and reused for the next index. Disposing closes the tables
 * of the embedder.
 */
export class LocatedIndexSource implements IndexSource, Disposable {
  readonly #settings: Settings;
  readonly #context: AppContext;
  readonly #searchers: SearcherFactory;
  /** The open file; undefined if there is none or the index is embedded in the program. */
  #path?: string;
  #means?: Promise<AnswerMeans>;

  constructor(settings: Settings, context: AppContext) {
    this.#settings = settings;
    this.#context = context;
    this.#searchers = new SearcherFactory(context);
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
    const opened = openLocatedIndex(this.#settings, this.#context);
    this.#path = this.#locate();
    const { index, settings } = opened;
    let searching: Promise<Searcher> | undefined;
    const searcher = () => searching ??= this.#searchers.open(opened);
    return Promise.resolve({
      index,
      searcher,
      answerer: async () =>
        (await this.#answerMeans()).answerer(opened, await searcher()),
      minScore: settings.minScore.value,
      close: () => index.close(),
    });
  }

  [Symbol.dispose](): void {
    this.#searchers[Symbol.dispose]();
  }

  /** Loaded at the first question. */
  #answerMeans(): Promise<AnswerMeans> {
    return this.#means ??= import("./answer_means.ts").then((
      { AnswerMeans },
    ) => new AnswerMeans(this.#settings, this.#context, "memory"));
  }

  #locate(): string | undefined {
    try {
      return this.#path ?? chooseIndex(this.#settings, this.#context.cwd)?.path;
    } catch (error) {
      if (error instanceof UserError) return undefined;
      throw error;
    }
  }
}
