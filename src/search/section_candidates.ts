import type { PackedIndex } from "../index/packed_index.ts";
import type { Candidate } from "./fuse.ts";

/** A passage or expansion, by its number in the index, with its score. */
export interface FoundItem {
  item: number;
  score: number;
}

/** How a section's score is made from those of its best passage and its expansion. */
export interface ExpansionWeights {
  /** Factor of the expansion's score. */
  expansion: number;
  /** Share of the lesser of the two that is added to the greater. */
  both: number;
}

/**
 * Groups what one side of the search found into sections. The score of a section
 * is that of its best passage, or of the questions that were written for it.
 *
 * @param found Best first.
 * @param passages Gets the passages that were found of each section, best first.
 * @returns Best first.
 */
export function sectionCandidates(
  index: PackedIndex,
  found: readonly FoundItem[],
  weights: ExpansionWeights,
  passages: Map<number, number[]>,
): Candidate[] {
  const sections = new Map<number, Candidate>();
  const count = index.info.passages;
  for (const { item, score } of found) {
    const section = index.sectionOf(item);
    let candidate = sections.get(section);
    if (candidate === undefined) {
      candidate = { section, score, passage: null, expansion: null };
      sections.set(section, candidate);
    }
    if (item >= count) {
      const own = candidate.passage === null ? 0 : candidate.score;
      candidate.expansion = score;
      candidate.score = combined(own, score, weights);
      continue;
    }
    if (candidate.passage === null) {
      candidate.passage = item;
      if (candidate.expansion !== null) {
        candidate.score = combined(score, candidate.expansion, weights);
      }
    }
    const known = passages.get(section);
    if (known === undefined) passages.set(section, [item]);
    else if (!known.includes(item)) known.push(item);
  }
  const all = [...sections.values()];
  return index.expansionSections.length === 0
    ? all
    : all.sort((a, b) => b.score - a.score || a.section - b.section);
}

function combined(
  own: number,
  expansion: number,
  weights: ExpansionWeights,
): number {
  const weighted = weights.expansion * expansion;
  return Math.max(own, weighted) + weights.both * Math.min(own, weighted);
}
