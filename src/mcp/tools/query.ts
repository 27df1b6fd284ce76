import { answerLanguage } from "../../answer/language.ts";
import { placeName } from "../../search/place_name.ts";
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

/** What a search may tell beside its hits. */
export type Besides = Pick<SearchResult, "corrections" | "nearest">;

const WORDS = {
  ja: {
    corrected: (typed: string, taken: string) =>
      `「${typed}」はどの文書にもないため、「${taken}」で検索しました。`,
    nearest: "近い箇所: ",
  },
  en: {
    corrected: (typed: string, taken: string) =>
      `No document has "${typed}"; searched for "${taken}".`,
    nearest: "The nearest sections: ",
  },
};

/** Paragraphs that tell it, in the language of the query; none for nothing. */
export function besides(
  result: { query: string } & Besides,
): string[] {
  const words = WORDS[answerLanguage(result.query)];
  const { corrections = [], nearest = [] } = result;
  const places = nearest.map((it) => `${placeName(it)} (${it.id})`);
  return [
    ...corrections.map(({ typed, taken }) => words.corrected(typed, taken)),
    ...places.length > 0 ? [words.nearest + places.join(", ")] : [],
  ];
}
