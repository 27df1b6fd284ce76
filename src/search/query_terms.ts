import type { QueryTerm } from "../index/keyword_candidates.ts";
import { queryTokens } from "../text/tokenize.ts";

/** Queries whose terms are remembered. */
const REMEMBERED = 64;

const remembered = new Map<string, readonly QueryTerm[]>();

/**
 * The terms of a query, each once, in the order in which they come. A search
 * asks for them six times.
 */
export function queryTerms(query: string): readonly QueryTerm[] {
  let terms = remembered.get(query);
  if (terms === undefined) {
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(query, terms = readTerms(query));
  }
  return terms;
}

function readTerms(query: string): QueryTerm[] {
  const terms = new Map<string, QueryTerm>();
  for (const { term, prefix } of queryTokens(query)) {
    const known = terms.get(term);
    if (known === undefined) terms.set(term, { term, count: 1, prefix });
    else known.count++;
  }
  return [...terms.values()];
}
