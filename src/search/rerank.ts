import { coverage, type LateInteraction } from "../embed/late_interaction.ts";
import type { PackedIndex } from "../index/packed_index.ts";
import type { FusedSection } from "./fuse.ts";
import { masked } from "../text/masked.ts";
import { withoutOpaqueRuns } from "../text/opaque.ts";
import { hasWord, type QueryTermWeight, queryWords } from "./query_words.ts";
import type { ReadQuery } from "./read_query.ts";

/** Sections that are reranked. */
export const RERANK_DEPTH = 12;

/** Passages of a section that are read to choose one, where none was found. */
const MOST_PASSAGES = 8;

/**
 * What a section's score gains when the query is a compound and its passage has it
 * as it is written. A page whose headings hold the parts each for itself (資金, 決済,
 * 法) has all words and all pairs of characters of 資金決済法, but not the law.
 */
const COMPOUND = 0.4;
/** Characters of a compound at least: two words of two characters. */
const SHORTEST_COMPOUND = 4;

/** A section that was read, in its final order. */
export interface RerankedSection extends FusedSection {
  /** What was read from it. */
  read: {
    /** 0..1: how its best passage covers the query's words. */
    coverage: number;
    /** The cosine with which it covers each of them. */
    cosines: Float32Array;
    /** Language of its document. */
    lang: string;
    /** Its best passage. */
    passage: number;
    /** The text of that passage. */
    text: string;
  };
}

/**
 * Reranks sections by their text: adds to the fused score how well the best
 * passage covers the query's words, by meaning or literally. Over nine
 * evaluation sets, mean nDCG@10 rises from 0.727 to 0.749, most of it across
 * languages (`deno task eval`); reranking 30 sections, or reading two or all
 * passages of each, gains nothing more.
 *
 * All are read, because each gets a score; always the first twelve are reranked,
 * so that the order does not depend on the number of hits requested.
 */
export function rerank(
  index: PackedIndex,
  late: LateInteraction,
  query: ReadQuery,
  fused: FusedSection[],
): { words: QueryTermWeight[]; ranked: RerankedSection[] } {
  const words = queryWords(index, late, query);
  const compound = compoundOf(query.text);
  const readSection = sectionReader(index, late, words);
  const read = fused.map((section): RerankedSection => {
    const { lang, passage, text, cosines } = readSection(section);
    const covered = coverage(words, cosines);
    const isVerbatim = compound !== undefined &&
      text.normalize("NFKC").includes(compound);
    return {
      ...section,
      read: { coverage: covered, cosines, lang, passage, text },
      score: section.score + covered + (isVerbatim ? COMPOUND : 0),
    };
  });
  const best = read.slice(0, RERANK_DEPTH)
    .sort((a, b) => b.score - a.score || a.section - b.section);
  return { words, ranked: [...best, ...read.slice(RERANK_DEPTH)] };
}

/**
 * How well texts cover a query's words, as {@linkcode rerank} judges passages.
 *
 * @returns 0..1 for a text; good until the next query is asked
 */
export function coverageBy(
  index: PackedIndex,
  late: LateInteraction,
  query: ReadQuery,
): (text: string) => number {
  const words = queryWords(index, late, query);
  return (text) => coverage(words, cosinesOf(words, late, text));
}

/** 1 for a word that occurs literally in a text, else the nearest word's cosine. */
function cosinesOf(
  words: QueryTermWeight[],
  late: LateInteraction,
  text: string,
): Float32Array {
  const cosines = new Float32Array(words.length);
  cosines.set(late.cosines(text));
  const folded = text.normalize("NFKC").toLowerCase();
  words.forEach((word, at) => {
    if (cosines[at]! < 1 && hasWord(folded, word)) cosines[at] = 1;
  });
  return cosines;
}

/**
 * Reads the best passage of sections: the one that the vectors found, else the
 * words; where only the questions written for a section were found, the one that
 * covers the query best. A word that these questions have is covered, too.
 */
function sectionReader(
  index: PackedIndex,
  late: LateInteraction,
  words: QueryTermWeight[],
) {
  return ({ section, keyword, vector }: FusedSection) => {
    const { document, title, headingPath, anchor, lang } = index
      .sectionNames(section);
    const first = index.sectionPassages[section]!;
    const all = index.passages(section);
    const read = (passage: number) => {
      const { start, end, deeper, hidden } = all[passage - first]!;
      const names = [title, ...headingPath, ...deeper, anchor, ""].join("\n");
      const text = index.text(document, start, end);
      const shown = withoutOpaqueRuns(masked(text, start, hidden));
      return { passage, text, cosines: cosinesOf(words, late, names + shown) };
    };
    const found = vector?.passage ?? keyword?.passage;
    const best = found != null
      ? read(found)
      : all.slice(0, MOST_PASSAGES).map((_, at) => read(first + at))
        .reduce((best, it) =>
          coverage(words, it.cosines) > coverage(words, best.cosines)
            ? it
            : best
        );
    const questions = index.expansionText(section);
    if (questions !== "") {
      cosinesOf(words, late, questions).forEach((cosine, at) => {
        best.cosines[at] = Math.max(best.cosines[at]!, cosine);
      });
    }
    return { ...best, lang };
  };
}

/**
 * The compound that a query consists of: kanji, or katakana, and nothing else. In
 * whole questions, where most words are said in another way, it would mislead
 * (MRR@10 of the development questions 0.645 to 0.620).
 */
function compoundOf(query: string): string | undefined {
  const [compound] = /^(?:[\u3400-\u9fff々]+|[ァ-ヶー]+)$/
    .exec(query.normalize("NFKC").trim()) ?? [];
  return compound && compound.length >= SHORTEST_COMPOUND
    ? compound
    : undefined;
}
