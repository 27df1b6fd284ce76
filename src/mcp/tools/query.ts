import { answerLanguage } from "../../answer/language.ts";
import { placeName } from "../../search/place_name.ts";
import type { SearchResultJson } from "../../search/hit_json.ts";
import { MOST_PHRASINGS } from "../../search/search_phrasings.ts";
import { shortened } from "../../text/quoted.ts";
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

/**
 * Characters of a query. What is longer is no question, and its JSON, of which
 * each character may take six, has to fit into a result.
 */
const LONGEST_QUERY = 2_000;

/** The argument `query`. */
export function queryArgument(description: string): ArgumentSchema {
  return {
    type: "string",
    description: `${description}; at most ${LONGEST_QUERY} characters`,
    maxLength: LONGEST_QUERY,
  };
}

/** The argument `queries`: the same question in other words. */
export function phrasingsArgument(description: string): ArgumentSchema {
  return {
    type: "array",
    description,
    items: { type: "string", maxLength: LONGEST_QUERY },
    maxItems: MOST_PHRASINGS,
  };
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

/** What a search reports in addition to hits. */
export type Besides = Pick<SearchResultJson, "corrections" | "nearest">;

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

/** Maximum number of corrections in the text. */
const CORRECTIONS = 10;

/** Characters of a place in words. */
const PLACE = 300;

/** Paragraphs that tell it, in the language of the query; none for nothing. */
export function besides(
  result: { query: string } & Besides,
): string[] {
  const words = WORDS[answerLanguage(result.query)];
  const { corrections = [], nearest = [] } = result;
  const places = nearest.map((it) =>
    shortened(`${placeName(it.title, it.heading_path)} (${it.id})`, PLACE)
  );
  return [
    ...corrections.slice(0, CORRECTIONS).map(({ typed, taken }) =>
      words.corrected(typed, taken)
    ),
    ...places.length > 0 ? [words.nearest + places.join(", ")] : [],
  ];
}
