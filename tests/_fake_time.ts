/**
 * Time that passes only when it is told to: `setTimeout`, `clearTimeout` and
 * `performance.now`, for what waits for seconds or minutes.
 *
 * @module
 */

import { setImmediate } from "node:timers";

interface Timer {
  at: number;
  call: () => void;
}

/** Stands in for the clock until it is disposed of. */
export class FakeTime implements Disposable {
  readonly #real = {
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    now: performance.now,
  };
  readonly #timers = new Map<number, Timer>();
  #now = 0;
  // Above all that Deno gives.
  #id = 2 ** 40;

  constructor() {
    const set = (
      call: (...args: unknown[]) => void,
      ms = 0,
      ...args: unknown[]
    ): number => {
      const timer = { at: this.#now + ms, call: () => call(...args) };
      this.#timers.set(++this.#id, timer);
      return this.#id;
    };
    globalThis.setTimeout = set as never;
    globalThis.clearTimeout = ((id: number) => {
      this.#timers.delete(id);
    }) as never;
    performance.now = () => this.#now;
  }

  /** Lets so many ms pass; timers run in order, and what waits for them, too. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await this.settle();
      const [next] = [...this.#timers].filter(([, { at }]) => at <= end)
        .sort(([, a], [, b]) => a.at - b.at);
      if (next === undefined) break;
      this.#timers.delete(next[0]);
      this.#now = Math.max(this.#now, next[1].at);
      next[1].call();
    }
    this.#now = end;
  }

  /** Lets what has been started go on as far as it gets without time. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((next) => setImmediate(next));
    }
  }

  [Symbol.dispose](): void {
    globalThis.setTimeout = this.#real.setTimeout;
    globalThis.clearTimeout = this.#real.clearTimeout;
    performance.now = this.#real.now;
  }
}
