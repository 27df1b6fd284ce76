import { quoted } from "../text/quoted.ts";

/** What is wrong with a query of which no term is left. */
export function noWord(query: string): string {
  if (query.trim() === "") return "the query is empty";
  return `the query ${quoted(query)} has no word to search for`;
}
