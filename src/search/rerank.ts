import type { LateInteraction, QueryWord } from "../embed/late_interaction.ts";
import { inverseFrequency, termEntries } from "../index/keyword_candidates.ts";
import type { PackedIndex } from "../index/packed_index.ts";
import type { FusedSection } from "./fuse.ts";
import { queryTerms } from "./query_terms.ts";

/** Sections that are read to be ranked again, at least. */
export const READ = 12;

/** A word of the query, and whether the documents have it. */
export interface AskedWord extends QueryWord {
  known: boolean;
}

/** A section that was read, in its final order. */
export interface ReadSection extends FusedSection {
  /** What was read of it. */
  read: {
    /** 0..1: how its best passage covers the query's words. */
    coverage: number;
    /** The cosine with which it covers each of them. */
    cosines: Float32Array;
    /** Language of its document. */
    lang: string;
    /** Its best passage. */
    passage: number;
    /** The text of that. */
    text: string;
  };
}

/**
 * Ranks sections again, by what they say: to the fused score is added how well
 * their best passage covers the words of the query, by meaning. Over
 * nine evaluation sets, mean nDCG@10 from 0.721 to 0.745, most across languages
 * (`deno task eval`); reading 30 sections, or two passages of each, or all,
 * gains nothing more.
 *
 * A word counts by the length of its vector times its idf here, so that rare
 * and meaningful words decide.
 */
export function rerank(
  index: PackedIndex,
  late: LateInteraction,
  query: string,
  fused: FusedSection[],
): { words: AskedWord[]; ranked: ReadSection[] } {
  const known = new Set<string>();
  const words = late.ask(query, ({ text, length }) => {
    const { inverse, found } = statistics(index, text);
    if (found) known.add(text);
    return length * inverse;
  }).map((word) => ({ ...word, known: known.has(word.text) }));
  const ranked = fused.map((section): ReadSection => {
    const { lang, passage, names, text } = bestPassage(index, section);
    const cosines = late.cosines(names + text).slice();
    const coverage = late.coverage(cosines);
    return {
      ...section,
      read: { coverage, cosines, lang, passage, text },
      score: section.score + coverage,
    };
  });
  ranked.sort((a, b) => b.score - a.score || a.section - b.section);
  return { words, ranked };
}

/** idf of a word, that of its rarest term; and whether all of its terms are known. */
function statistics(
  index: PackedIndex,
  word: string,
): { inverse: number; found: boolean } {
  // A particle, which hundreds of terms begin with.
  if (/^[ぁ-ん]$/.test(word)) return { inverse: 0, found: true };
  const entries = queryTerms(word).map((term) => termEntries(index, term));
  return {
    inverse: Math.max(0, ...entries.map((it) => inverseFrequency(index, it))),
    found: entries.length > 0 && entries.every((it) => it.length > 0),
  };
}
/** The passage that the vectors found, else the words, with all that it stands under. */
function bestPassage(
  index: PackedIndex,
  { section, keyword, vector }: FusedSection,
): { lang: string; passage: number; names: string; text: string } {
  const { document, title, headingPath, anchor, path, lang } = index
    .sectionNames(section);
  const passage = (vector ?? keyword)!.passage;
  const first = index.sectionPassages[section];
  const { start, end, deeper } = index.passages(section)[passage - first];
  const names = [title, ...headingPath, ...deeper, anchor, path, ""].join("\n");
  return { lang, passage, names, text: index.text(document, start, end) };
}
