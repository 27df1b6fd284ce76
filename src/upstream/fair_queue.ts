/** A waiting caller. */
interface Waiting<T> {
  resolve(item: T): void;
  reject(error: unknown): void;
}

/** A FIFO queue for a limited resource. */
export class FairQueue<T> {
  readonly #take: () => T | undefined;
  readonly #queue = new Set<Waiting<T>>();

  /** @param take acquires a free one, if any */
  constructor(take: () => T | undefined) {
    this.#take = take;
  }

  /**
   * Acquires one, waiting if necessary.
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

  /** Serves the next waiting caller; called when one was released. */
  next(): void {
    for (const waiting of this.#queue) {
      const item = this.#take();
      if (item === undefined) return;
      this.#queue.delete(waiting);
      waiting.resolve(item);
    }
  }

  /** Rejects all waiting callers. */
  refuse(error: unknown): void {
    const all = [...this.#queue];
    this.#queue.clear();
    for (const waiting of all) waiting.reject(error);
  }
}
