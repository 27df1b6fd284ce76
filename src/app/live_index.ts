import type { Answerer } from "../answer/ask.ts";
import type { PackedIndex } from "../index/packed_index.ts";
import type { Log } from "../log.ts";
import type { Searcher } from "../search/search.ts";
import { UserError } from "../user_error.ts";

/** An open, searchable index. */
export interface OpenIndex {
  readonly index: PackedIndex;
  /**
   * The searcher; its dependencies are loaded at the first call.
   *
   * @throws {UserError} this program cannot search it
   */
  searcher(): Promise<Searcher>;
  /**
   * The answerer.
   *
   * @throws {UserError} this program cannot search the index
   */
  answerer(): Promise<Answerer>;
  /** Hits below this score are left out. */
  readonly minScore: number;
  /** Closes the file. */
  close(): void;
}

const USED_ON = "the index opened before is used on";

/** Where the index comes from. */
export interface IndexSource {
  /**
   * Identifies the current index: changes when the file is replaced; undefined
   * if there is none.
   */
  stamp(): string | undefined;
  /** @throws {UserError} there is none, or it is damaged */
  open(): Promise<OpenIndex>;
}

/** The index, held open for the duration of one call. */
export interface Lease extends OpenIndex, Disposable {}

interface Held {
  readonly open: OpenIndex;
  readonly stamp: string | undefined;
  /** Calls in progress. */
  users: number;
}

/**
 * The index of a long-running server: opened in the background, reopened when
 * the file is replaced, and closed after the last call that uses it. If a new
 * file cannot be opened, the old index stays in use.
 */
export class LiveIndex {
  readonly #source: IndexSource;
  readonly #log: Log;
  readonly #eager: boolean;
  #held?: Held;
  #opening?: Promise<void>;
  #failure?: { error: unknown; stamp: string | undefined };
  /** The last error logged, so that it is not repeated for every call. */
  #said?: string;

  /**
   * @param eager Whether to load the searcher on opening; else errors show up at
   *   the first search, and a client is greeted sooner.
   */
  constructor(source: IndexSource, log: Log, eager = false) {
    this.#source = source;
    this.#log = log;
    this.#eager = eager;
  }

  /** Whether a call could be answered now. */
  get isOpen(): boolean {
    return this.#held !== undefined;
  }

  /** Opens the index ahead of the first call; errors are reported by the calls. */
  async warm(): Promise<void> {
    try {
      using open = await this.use();
      await open.searcher();
    } catch (error) {
      this.#log.stack(error);
    }
  }

  /**
   * A lease on the current index, to be disposed of after the call.
   *
   * @throws {UserError} there is none or it is damaged; the next call tries again
   */
  async use(): Promise<Lease> {
    await this.#refresh();
    const held = this.#held;
    if (held === undefined) throw this.#failure!.error;
    held.users++;
    let used = true;
    return {
      ...held.open,
      [Symbol.dispose]: () => {
        if (!used) return;
        used = false;
        held.users--;
        this.#closeIfDone(held);
      },
    };
  }

  /** Closes the index after the calls in progress. */
  close(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held) this.#closeIfDone(held);
  }

  #refresh(): Promise<void> {
    return this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
  }

  async #open(): Promise<void> {
    const stamp = this.#source.stamp();
    const old = this.#held;
    if (old && stamp === undefined) {
      this.#warn(`${old.open.index.path} is gone; ${USED_ON}`);
      return;
    }
    if (old && stamp === old.stamp) {
      if (this.#said !== undefined) {
        this.#log.info(`${old.open.index.path} is back as it was`);
      }
      this.#said = this.#failure = undefined;
      return;
    }
    if (old && this.#failure && stamp === this.#failure.stamp) return;
    try {
      const open = await this.#source.open();
      if (this.#eager) await searchable(open);
      this.#held = { open, stamp, users: 0 };
      this.#said = this.#failure = undefined;
      if (old) this.#closeIfDone(old);
      const { documents, passages } = open.index.info;
      this.#log.info(
        `opened ${open.index.path}: ${documents} documents, ${passages} passages`,
      );
    } catch (error) {
      this.#failure = { error, stamp };
      const why = error instanceof Error ? error.message : String(error);
      this.#warn(old ? `${why}; ${USED_ON}` : why);
      if (!(error instanceof UserError)) this.#log.stack(error);
    }
  }

  #warn(what: string): void {
    if (what !== this.#said) this.#log.warning(what);
    this.#said = what;
  }

  #closeIfDone(held: Held): void {
    if (held.users === 0 && held !== this.#held) held.open.close();
  }
}

/** Loads the searcher; closes the index if that fails. */
async function searchable(open: OpenIndex): Promise<void> {
  try {
    await open.searcher();
  } catch (error) {
    open.close();
    throw error;
  }
}
