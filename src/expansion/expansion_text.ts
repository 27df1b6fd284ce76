import type { Expansion } from "../document/expansion.ts";

/**
 * The text by which the index finds a section: its questions, a line each, and the
 * terms. One text for all languages: with one a language, each with a vector of
 * its own, the index is a tenth larger, and questions that none of them resembles
 * are found less often.
 */
export function expansionText({ questions, terms }: Expansion): string {
  const lines = Object.keys(questions).sort()
    .flatMap((language) => questions[language]!);
  return [...lines, ...(terms.length > 0 ? [terms.join(", ")] : [])].join("\n");
}
