import { UserError } from "../user_error.ts";
import type { Correction } from "./correct_spelling.ts";
import type { Hit } from "./hit.ts";
import { readQuery } from "./read_query.ts";
import type { Searcher, SearchOptions, SearchResult } from "./search.ts";

/** Phrasings of one query at most. */
export const MOST_PHRASINGS = 5;

/** Sections of each phrasing that are merged, at least. */
const DEPTH = 20;

/** Sections that are offered where none is good enough. */
const NEAREST = 3;

/** Damping constant of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009). */
const RRF_K = 60;

/**
 * Asks one thing in several ways (other words, the other language) and merges the
 * hits by reciprocal rank fusion: what several phrasings find comes first. A hit
 * has the best score that a phrasing gives to it or to a hit behind it, so that
 * scores fall with the rank, as those of one query.
 *
 * @param queries The first is the one that messages repeat.
 * @throws {UserError} for more than {@linkcode MOST_PHRASINGS}
 */
export async function searchPhrasings(
  searcher: Searcher,
  queries: readonly [string, ...string[]],
  options: SearchOptions,
): Promise<SearchResult> {
  const distinct = [...new Set(queries)] as [string, ...string[]];
  if (distinct.length > MOST_PHRASINGS) {
    throw new UserError(
      `${distinct.length} phrasings are more than ${MOST_PHRASINGS}`,
      "Leave some out; a few in other words, or in the other language, find the most.",
    );
  }
  const [first, ...others] = distinct;
  if (others.length === 0) return await searcher.search(first, options);
  const results: SearchResult[] = [];
  const depth = Math.max(options.k, DEPTH);
  for (const query of distinct) {
    results.push(
      await searcher.search(query, { ...options, k: depth, minScore: 0 }),
    );
  }
  // A phrasing that nothing answers would only bring its nearest among the rest.
  const answered = results.filter(({ hits }) =>
    (hits[0]?.score ?? 0) >= options.minScore
  );
  const ranked = merged(
    answered.length > 0 ? answered : results,
    options.explain === true,
  );
  const good = ranked.findIndex(({ score }) => score < options.minScore);
  const count = Math.min(options.k, good < 0 ? ranked.length : good);
  const corrections = distinctCorrections(results);
  return {
    ...results[0]!,
    phrasings: distinct,
    searched: readQuery(
      results.map(({ searched }) => searched.text).join("\n"),
    ),
    tookMs: Number(
      results.reduce((sum, { tookMs }) => sum + tookMs, 0).toFixed(2),
    ),
    corrections: corrections.length > 0 ? corrections : undefined,
    hits: ranked.slice(0, count),
    nearest: count === 0 && ranked.length > 0
      ? ranked.slice(0, NEAREST)
      : undefined,
  };
}

/** The hits of all results, each once, best first. */
function merged(results: readonly SearchResult[], explained: boolean): Hit[] {
  const sections = new Map<
    number,
    { best: Hit; fused: number; found: { query: string; rank: number }[] }
  >();
  for (const { query, hits } of results) {
    for (const hit of hits) {
      const gain = 1 / (RRF_K + hit.rank);
      const found = { query, rank: hit.rank };
      const known = sections.get(hit.section);
      if (known === undefined) {
        sections.set(hit.section, { best: hit, fused: gain, found: [found] });
        continue;
      }
      known.fused += gain;
      known.found.push(found);
      if (hit.score > known.best.score) known.best = hit;
    }
  }
  const ranked = [...sections.values()]
    .sort((a, b) => b.fused - a.fused || b.best.score - a.best.score);
  let score = 0;
  return ranked.reverse().map(({ best, found }, at): Hit => {
    score = Math.max(score, best.score);
    const rank = ranked.length - at;
    return {
      ...best,
      ...{ rank, score },
      ...explained && best.explain &&
        { explain: { ...best.explain, phrasings: found } },
    };
  }).reverse();
}

function distinctCorrections(results: readonly SearchResult[]): Correction[] {
  const all = results.flatMap(({ corrections = [] }) => corrections);
  return [...new Map(all.map((it) => [it.typed, it])).values()];
}
