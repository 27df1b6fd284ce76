/**
 * The `limit` best of many scored items: highest score first, of equal scores
 * the lower number first. A min-heap over two typed arrays, so that a scan of
 * 100,000 items allocates nothing.
 */
export class TopK {
  readonly #limit: number;
  readonly #items: Uint32Array;
  readonly #scores: Float64Array;
  #size = 0;

  /** @param limit How many are kept, at least 1. */
  constructor(limit: number) {
    this.#limit = limit;
    this.#items = new Uint32Array(limit);
    this.#scores = new Float64Array(limit);
  }

  /** Lowest score that is still kept, once there are `limit` items. */
  get threshold(): number {
    return this.#size < this.#limit ? -Infinity : this.#scores[0];
  }

  /** Offers an item. */
  push(item: number, score: number): void {
    if (this.#size < this.#limit) {
      let at = this.#size++;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (!this.#worse(item, score, parent)) break;
        this.#items[at] = this.#items[parent];
        this.#scores[at] = this.#scores[parent];
        at = parent;
      }
      this.#items[at] = item;
      this.#scores[at] = score;
    } else if (!this.#worse(item, score, 0)) {
      this.#sink(item, score);
    }
  }

  /** What is kept, best first; empties the heap. */
  drain(): [item: number, score: number][] {
    const all: [number, number][] = [];
    for (let i = 0; i < this.#size; i++) {
      all.push([this.#items[i], this.#scores[i]]);
    }
    this.#size = 0;
    return all.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  }

  /** Whether an item ranks below the one at a place of the heap. */
  #worse(item: number, score: number, at: number): boolean {
    return score < this.#scores[at] ||
      (score === this.#scores[at] && item > this.#items[at]);
  }

  #sink(item: number, score: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (
        child + 1 < this.#size &&
        this.#worse(this.#items[child + 1], this.#scores[child + 1], child)
      ) child++;
      if (this.#worse(item, score, child)) break;
      this.#items[at] = this.#items[child];
      this.#scores[at] = this.#scores[child];
      at = child;
    }
    this.#items[at] = item;
    this.#scores[at] = score;
  }
}
