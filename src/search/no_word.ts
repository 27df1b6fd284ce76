import { quoted } from "../text/quoted.ts";

/** The error for a query without any term. */
export function noWord(query: string): string {
  if (query.trim() === "") return "the query is empty";
  return `the query ${quoted(query)} has no word to search for`;
}
