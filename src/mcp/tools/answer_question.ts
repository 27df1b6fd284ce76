import {
  type Answer,
  answerLanguage,
  extractiveAnswer,
  type Source,
} from "../../answer/extractive.ts";
import { placeName } from "../../search/place_name.ts";
import { jsonLength, MAX_CHARACTERS } from "../limits.ts";
import type { Tool, ToolOutput } from "../tool.ts";
import {
  besides,
  QUERY_ALIASES,
  queryArgument,
  topKArgument,
} from "./query.ts";
import * as schema from "./schemas.ts";

const WORDS = {
  ja: {
    references: "## 参考ドキュメント",
    fewer: (left: number) =>
      `(文字数の上限のため ${left} 箇所を省きました。search_docs と get_doc で読めます)`,
  },
  en: {
    references: "## References",
    fewer: (left: number) =>
      `(${left} passages were left out to stay within the limit of characters; find them with search_docs and get_doc)`,
  },
};

/** Sources named at the end. */
const REFERENCES = 3;

/** `answer_question`: an answer with its sources. */
export const answerQuestion: Tool = {
  definition: {
    name: "answer_question",
    title: "Answer a question from the documents",
    description:
      "Answers a question from the indexed documents, with the sections that the answer rests on. Use it when you want the passages themselves, ready to be quoted, and not a list of places; use search_docs to look around. Without a model it quotes the passages that fit best and says so. Answers in the language of the question, Japanese or English.",
    inputSchema: {
      type: "object",
      properties: {
        query: queryArgument("The question, as a person would ask it"),
        top_k: topKArgument("Sections to answer from, at most", 5, 20),
      },
      required: ["query"],
      additionalProperties: false,
    },
    outputSchema: schema.object({
      question: schema.text,
      answer: schema.text,
      mode: schema.text,
      sources: schema.list(schema.object({
        number: schema.line,
        ...schema.place,
        score: schema.score,
      })),
      relevance_score: schema.score,
    }),
  },
  aliases: QUERY_ALIASES,
  async run({ query, top_k }, { index, searcher, minScore }) {
    const searching = await searcher();
    const result = await searching.search(query as string, {
      k: top_k as number,
      minScore,
    });
    for (let kept = result.hits.length;; kept--) {
      const hits = result.hits.slice(0, kept);
      const answer = extractiveAnswer(index, { ...result, hits });
      const left = result.hits.length - kept;
      const output = answerOutput(answer, left, besides(result));
      const size = Math.max(output.text.length, jsonLength(output.structured));
      if (size <= MAX_CHARACTERS || kept === 0) return output;
    }
  },
};

function answerOutput(
  answer: Answer,
  left: number,
  besides: string[],
): ToolOutput {
  const words = WORDS[answerLanguage(answer.question)];
  return {
    text: [
      answer.answer,
      ...left > 0 ? [words.fewer(left)] : [],
      ...besides,
      ...answer.sources.length > 0
        ? [
          words.references,
          answer.sources.slice(0, REFERENCES).map(reference).join("\n"),
        ]
        : [],
    ].join("\n\n"),
    structured: { ...answer },
  };
}

function reference(source: Source): string {
  return `${source.number}. ${placeName(source)}\n   ${source.url}`;
}
