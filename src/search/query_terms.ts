import type { QueryTerm } from "../index/keyword_candidates.ts";
import { queryTokens } from "../text/tokenize.ts";

/** The terms of a query, each once, in the order in which they come. */
export function queryTerms(query: string): QueryTerm[] {
  const terms = new Map<string, QueryTerm>();
  for (const { term, prefix } of queryTokens(query)) {
    const known = terms.get(term);
    if (known === undefined) terms.set(term, { term, count: 1, prefix });
    else known.count++;
  }
  return [...terms.values()];
}
