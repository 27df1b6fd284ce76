import type { Bm25, Bm25Tables } from "../../src/index/bm25.ts";
import { ByteReader } from "../../src/index/varint.ts";
import { readPostings } from "./_read_postings.ts";

/**
 * The scores of `bm25.wat`, without any haste: BM25F (Robertson, Zaragoza,
 * Taylor 2004) of passages and of the sections they are in. A term's weighted
 * frequency in a passage is what its posting says plus what the posting of its
 * section says, in a section the sum over both; the score of either is
 *
 *     gain * frequency / (frequency + norm)
 *
 * where the norm of a section follows from the sum of its passages' lengths.
 */
export class PlainBm25 {
  readonly #tables: Bm25Tables;
  readonly #passages = new Map<number, number>();
  readonly #sections = new Map<number, number>();

  constructor(tables: Bm25Tables) {
    this.#tables = tables;
  }

  /** Adds a term's part to the scores, as `Bm25.score`. */
  score(
    ...[postings, { passages, passageBytes, sections }, gain]: Parameters<
      Bm25["score"]
    >
  ): void {
    const { passageWeights, sectionWeights, norms, lengths } = this.#tables;
    const inPassage = read(postings, passages);
    const inSection = read(postings.subarray(passageBytes), sections);
    const add = (
      scores: Map<number, number>,
      item: number,
      frequency: number,
      norm: number,
    ) => {
      if (frequency === 0) return;
      const score = gain * frequency / (frequency + norm);
      scores.set(item, (scores.get(item) ?? 0) + score);
    };
    this.#each((section, numbers) => {
      const count = inSection.get(section);
      const context = count === undefined ? 0 : sectionWeights[count];
      let sum = context;
      for (const passage of numbers) {
        const count = inPassage.get(passage);
        const own = count === undefined ? 0 : passageWeights[count];
        sum += own;
        const norm = norms[lengths[passage]];
        add(this.#passages, passage, context + own, norm);
      }
      add(this.#sections, section, sum, this.#sectionNorm(numbers));
    });
  }

  /** Every passage that has a score, the highest first, as `Bm25.best`. */
  best(share: number): [passage: number, score: number][] {
    const found: [number, number][] = [];
    this.#each((section, numbers) => {
      for (const passage of numbers) {
        const score = this.#passages.get(passage);
        if (score === undefined) continue;
        const support = share * this.#sections.get(section)!;
        found.push([passage, score + support]);
      }
    });
    return found.sort(([a, x], [b, y]) => y - x || a - b);
  }

  /** A passage's norm is floor + slope * length; a section's has the average section's slope. */
  #sectionNorm(numbers: number[]): number {
    const { norms, lengths, floor, first } = this.#tables;
    const ratio = (first.length - 1) / lengths.length;
    return floor + ratio * numbers.reduce(
          (sum, passage) => sum + norms[lengths[passage]] - floor,
          0,
        );
  }

  #each(visit: (section: number, passages: number[]) => void): void {
    const { first } = this.#tables;
    for (let section = 0; section + 1 < first.length; section++) {
      const numbers: number[] = [];
      for (let it = first[section]; it < first[section + 1]; it++) {
        numbers.push(it);
      }
      visit(section, numbers);
    }
  }
}

/** Count bytes by item. */
function read(bytes: Uint8Array, count: number): Map<number, number> {
  const items = new Uint32Array(count), counts = new Uint8Array(count);
  readPostings(new ByteReader(bytes), count, items, counts);
  return new Map(Array.from(items, (item, i) => [item, counts[i]]));
}
