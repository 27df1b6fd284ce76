import type { Answerer } from "./ask.ts";
import { gatherSections } from "./gather_sections.ts";
import type { OfferedTool } from "./toolbox.ts";

/**
 * Our own search, as a tool beside those of other servers.
 *
 * @param k sections that a call gives at most
 */
export function searchTool(
  { index, searcher, minScore, contextChars }: Answerer,
  k: number,
): OfferedTool {
  return {
    name: "search_docs",
    description:
      "Finds sections of the indexed documents that answer a question, and gives them whole.",
    parameters: {
      type: "object",
      properties: {
        query: { type: "string", description: "The question, or words of it" },
      },
      required: ["query"],
      additionalProperties: false,
    },
    async call({ query }, signal) {
      const result = await searcher.search(query as string, {
        k,
        minScore,
        signal,
      });
      const { sections, hits } = gatherSections(
        index,
        result.hits,
        contextChars,
      );
      const scored = sections.map((section, at) => ({
        ...section,
        score: hits[at]!.score,
      }));
      return {
        sections: scored,
        text: scored.length === 0 ? "Nothing relevant was found." : "",
        isError: false,
      };
    },
  };
}
