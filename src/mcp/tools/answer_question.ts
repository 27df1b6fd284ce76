import { type Answer, isSection, type Source } from "../../answer/answer.ts";
import { answerLanguage } from "../../answer/language.ts";
import { placeName } from "../../search/place_name.ts";
import { shortened } from "../../text/quoted.ts";
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
    note: "注意: ",
    sent: (sections: number, chars: number, host: string) =>
      `(${sections} 個のセクション、${chars} 文字を ${host} に送りました)`,
    fewer: (left: number) =>
      `(文字数の上限のため ${left} 箇所を省きました。search_docs と get_doc で読めます)`,
    cut: "(文字数の上限のため回答を途中で切りました)",
  },
  en: {
    references: "## References",
    note: "Note: ",
    sent: (sections: number, chars: number, host: string) =>
      `(${sections} sections, ${chars} characters, were sent to ${host})`,
    fewer: (left: number) =>
      `(${left} passages were left out to stay within the limit of characters; find them with search_docs and get_doc)`,
    cut: "(the answer was cut to stay within the limit of characters)",
  },
};

/** Sources named at the end. */
const REFERENCES = 3;
/** Warnings, and UTF-16 units of each, where there is little room. */
const WARNINGS = 10;
const WARNING = 200;

/** `answer_question`: an answer with its sources. */
export const answerQuestion: Tool = {
  definition: {
    name: "answer_question",
    title: "Answer a question from the documents",
    description:
      "Answers a question from the indexed documents, with the sections that the answer rests on. Use it when you want an answer that can be quoted, and search_docs to look around. If a model is configured on the server (LLM_MODEL and its key), it writes the answer, for which the sections found are sent to the model's host (the result says to which, and how much), and every citation is checked against them: a claim that they do not support is marked. Without a model, the sentences and code that fit best are quoted and labelled so, and nothing is sent. Answers in the language of the question, Japanese or English.",
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
      mode: { type: "string", enum: ["model", "extractive", "none"] },
      claims: schema.list(schema.object({
        text: schema.text,
        supported: { type: "boolean" },
        citations: schema.list(schema.object({
          id: schema.text,
          path: schema.text,
          start_line: schema.line,
          end_line: schema.line,
          quote: schema.text,
        })),
      })),
      sources: schema.list(schema.object({
        number: schema.line,
        ...schema.place,
        score: schema.score,
      })),
      relevance_score: schema.score,
      model: schema.nullable(schema.text),
      usage: schema.nullable(schema.object({
        input_tokens: schema.count,
        output_tokens: schema.count,
      })),
      took_ms: { type: "number" },
      sent: schema.nullable(schema.object({
        host: schema.text,
        sections: schema.count,
        chars: schema.count,
      })),
      cached: { type: "boolean" },
      warnings: schema.texts,
    }),
  },
  openWorld: true,
  aliases: QUERY_ALIASES,
  async run({ query, top_k }, open, signal) {
    // Not loaded by who only greets or searches.
    const { ask } = await import("../../answer/ask.ts");
    const answerer = await open.answerer();
    const all = await ask(query as string, answerer, {
      k: top_k as number,
      signal,
    });
    const found = all.sources.length;
    let answer = all;
    let output = toolOutput(answer, 0);
    // Quoting less costs a search; a model that has failed is not asked again.
    const quoting = { ...answerer, model: undefined };
    for (let k = found - 1; k > 0 && !fits(output); k--) {
      if (all.mode !== "extractive") break;
      const { warnings, sent } = all;
      const fewer = await ask(query as string, quoting, { k, signal });
      answer = { ...fewer, warnings, sent };
      output = toolOutput(answer, found - answer.sources.length);
    }
    return fits(output) ? output : toolOutput(withinLimit(answer), 0);
  },
};

function fits({ text, structured }: ToolOutput): boolean {
  return Math.max(text.length, jsonLength(structured)) <= MAX_CHARACTERS;
}

/** Without claims, which repeat the answer, with few and short warnings, and not longer than has room. */
function withinLimit(answer: Answer): Answer {
  const unclaimed = { ...answer, claims: [] };
  if (fits(toolOutput(unclaimed, 0))) return unclaimed;
  const without = { ...unclaimed, warnings: fewer(answer.warnings) };
  if (fits(toolOutput(without, 0))) return without;
  const words = WORDS[answerLanguage(answer.question)];
  for (let length = MAX_CHARACTERS;; length = Math.floor(length * 0.8)) {
    const cut = {
      ...without,
      answer: `${
        answer.answer.slice(0, length).toWellFormed()
      }\n\n${words.cut}`,
    };
    if (fits(toolOutput(cut, 0)) || length < 100) return cut;
  }
}

/** They quote what the model wrote, which may be long. */
function fewer(warnings: readonly string[]): string[] {
  const more = warnings.length - WARNINGS;
  return [
    ...warnings.slice(0, WARNINGS).map((it) => shortened(it, WARNING)),
    ...more > 0 ? [`(${more} more)`] : [],
  ];
}

/** @param left passages that had no room */
function toolOutput(answer: Answer, left: number): ToolOutput {
  const words = WORDS[answerLanguage(answer.question)];
  const { sent } = answer;
  const sources = answer.sources.filter(isSection);
  return {
    text: [
      answer.answer,
      ...left > 0 ? [words.fewer(left)] : [],
      ...besides({ query: answer.question, ...answer }),
      ...answer.warnings.map((warning) => words.note + warning),
      ...sent ? [words.sent(sent.sections, sent.chars, sent.host)] : [],
      ...sources.length > 0
        ? [
          words.references,
          sources.slice(0, REFERENCES).map(reference).join("\n"),
        ]
        : [],
    ].join("\n\n"),
    structured: { ...answer },
  };
}

function reference(source: Source): string {
  return `${source.number}. ${
    placeName(source.title, source.heading_path)
  }\n   ${source.url}`;
}
