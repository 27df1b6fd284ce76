import type { QueryTerm } from "../index/keyword_candidates.ts";
import { type QueryToken, queryTokens } from "../text/tokenize.ts";

/** A query with its tokens and terms, tokenized once per search. */
export interface ReadQuery {
  text: string;
  /** In order, with their places in the text. */
  tokens: readonly QueryToken[];
  /** Each term once, in the order of first occurrence; none for `？`. */
  terms: readonly QueryTerm[];
}

/** Tokenizes a query. */
export function readQuery(text: string): ReadQuery {
  const tokens = queryTokens(text);
  const terms = new Map<string, QueryTerm>();
  for (const { term, prefix } of tokens) {
    const known = terms.get(term);
    if (known === undefined) terms.set(term, { term, count: 1, prefix });
    else known.count++;
  }
  return { text, tokens, terms: [...terms.values()] };
}
