import type { SearchResult } from "../../search/search.ts";
import type { ArgumentSchema } from "../tool.ts";

/** What a query and its number of results may also be called. */
export const QUERY_ALIASES = {
  question: "query",
  q: "query",
  text: "query",
  search: "query",
  userQuery: "query",
  limit: "top_k",
  k: "top_k",
  n: "top_k",
  topK: "top_k",
  max_results: "top_k",
} as const;

/** The argument `query`; what is longer than it may be is no question. */
export function queryArgument(description: string): ArgumentSchema {
  return { type: "string", description, maxLength: 10_000 };
}

/** The argument `top_k`. */
export function topKArgument(
  description: string,
  fallback: number,
  maximum: number,
): ArgumentSchema {
  return {
    type: "integer",
    description,
    default: fallback,
    minimum: 1,
    maximum,
  };
}

/** What comes before {@linkcode nearestTitles}. */
export const NEAR = { ja: "近い文書: ", en: "Nearest documents: " };

/** Titles that a search names where it abstains from an answer. */
export function nearestTitles(result: SearchResult): string[] {
  return (result as { nearest?: string[] }).nearest ?? [];
}
