/** Who waits for a turn. */
interface Waiting<T> {
  resolve(item: T): void;
  reject(error: unknown): void;
}

/** A queue, first come first served, for things of which there are few. */
export class FairQueue<T> {
  readonly #take: () => T | undefined;
  readonly #queue = new Set<Waiting<T>>();

  /** @param take gives one that is free, and takes it */
  constructor(take: () => T | undefined) {
    this.#take = take;
  }

  /**
   * Waits for one.
   *
   * @throws what the signal was aborted with, or {@linkcode refuse} was called with
   */
  async wait(signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    if (this.#queue.size === 0) {
      const item = this.#take();
      if (item !== undefined) return item;
    }
    let give: Waiting<T>;
    const gone = () => {
      this.#queue.delete(give);
      give.reject(signal.reason);
    };
    try {
      return await new Promise<T>((resolve, reject) => {
        give = { resolve, reject };
        this.#queue.add(give);
        signal.addEventListener("abort", gone);
      });
    } finally {
      this.#queue.delete(give!);
      signal.removeEventListener("abort", gone);
    }
  }

  /** Something has become free. */
  next(): void {
    for (const waiting of this.#queue) {
      const item = this.#take();
      if (item === undefined) return;
      this.#queue.delete(waiting);
      waiting.resolve(item);
    }
  }

  /** Tells all who wait that nothing will come. */
  refuse(error: unknown): void {
    const all = [...this.#queue];
    this.#queue.clear();
    for (const waiting of all) waiting.reject(error);
  }
}
