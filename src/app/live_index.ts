import type { Answerer } from "../answer/ask.ts";
import type { PackedIndex } from "../index/packed_index.ts";
import type { Log } from "../log.ts";
import type { Searcher } from "../search/search.ts";
import { UserError } from "../user_error.ts";

/** An index that is open and can be searched. */
export interface OpenIndex {
  readonly index: PackedIndex;
  /**
   * Searches it; what that needs is loaded at the first call.
   *
   * @throws {UserError} this program cannot search it
   */
  searcher(): Promise<Searcher>;
  /**
   * What questions are answered with.
   *
   * @throws {UserError} this program cannot search the index
   */
  answerer(): Promise<Answerer>;
  /** Hits below this score are left out. */
  readonly minScore: number;
  /** Lets go of the file. */
  close(): void;
}

const USED_ON = "the index opened before is used on";

/** Where the index comes from. */
export interface IndexSource {
  /**
   * Tells one index from another: it changes when the file is replaced.
   * Undefined when there is none now.
   */
  stamp(): string | undefined;
  /** @throws {UserError} there is none, or it is damaged */
  open(): Promise<OpenIndex>;
}

/** The index for as long as one call uses it. */
export interface Lease extends OpenIndex, Disposable {}

interface Held {
  readonly open: OpenIndex;
  readonly stamp: string | undefined;
  /** Calls that use it. */
  users: number;
}

/**
 * The index of a server that stays up: opened in the background, opened anew
 * when the file has been replaced, and closed when the last call on it is done.
 * Where a new file cannot be opened, the old one goes on being used.
 */
export class LiveIndex {
  readonly #source: IndexSource;
  readonly #log: Log;
  readonly #eager: boolean;
  #held?: Held;
  #opening?: Promise<void>;
  #failure?: { error: unknown; stamp: string | undefined };
  /** What was last said to be wrong, so that it is said once and not a call. */
  #said?: string;

  /**
   * @param eager Whether an index counts as open only when it can be searched;
   *   else that is found out at the first search, and a client is greeted sooner.
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

  /** Makes ready for the first call; what goes wrong is told to those who call. */
  async warm(): Promise<void> {
    try {
      using open = await this.use();
      await open.searcher();
    } catch (error) {
      this.#log.stack(error);
    }
  }

  /**
   * The index as it is now, to be disposed of when the call is done.
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

  /** Closes the index when the calls on it are done. */
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

/** Closes an index that cannot be searched. */
async function searchable(open: OpenIndex): Promise<void> {
  try {
    await open.searcher();
  } catch (error) {
    open.close();
    throw error;
  }
}
