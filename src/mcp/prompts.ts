/**
 * The prompts that a person can choose in a client: an answer with citations,
 * and a comparison of two sections.
 *
 * @module
 */

import { answerLanguage } from "../answer/language.ts";
import { shownPassage } from "../answer/shown_passage.ts";
import { getText, type GotText } from "../read/get_text.ts";
import { placeName } from "../search/place_name.ts";
import { quoted } from "../text/quoted.ts";
import { UserError } from "../user_error.ts";
import { MAX_CHARACTERS } from "./limits.ts";
import type { OpenIndex } from "../app/live_index.ts";
import { mainLanguage } from "./overview.ts";

/** What a client is told of the prompts (MCP 2025-11-25, Prompts). */
export const PROMPTS = [
  {
    name: "answer_with_citations",
    title: "Answer from the documents, with citations",
    description:
      "Searches the documents for a question and asks for an answer that cites them.",
    arguments: [{
      name: "question",
      description: "The question to answer",
      required: true,
    }],
  },
  {
    name: "compare_sections",
    title: "Compare two sections",
    description:
      "Puts two documents or sections side by side and asks what differs.",
    arguments: [
      {
        name: "first",
        description: "path, or path#anchor of a section",
        required: true,
      },
      { name: "second", description: "The other one", required: true },
    ],
  },
];

/** Characters of an argument. */
const LONGEST = 2_000;

/** Sections that the first prompt brings along. */
const SECTIONS = 5;

const WORDS = {
  ja: {
    answer: (question: string) =>
      `次の質問に、下の番号付きの文書だけをもとに答えてください。\n\n質問: ${question}\n\n決まり:\n- 根拠にした文書の番号を [1] のように文の後に示し、URL も挙げる\n- 文書にないことは「ドキュメントに記載がありません」と書く\n- 推測には「推測ですが」と付ける\n- 最後に Sources: として使った URL を並べる\n- 足りなければ search_docs と get_doc で調べる`,
    nothing: "(検索では何も見つかりませんでした)",
    compare:
      "次の二つを比べ、同じ点、違う点、食い違う点を表にまとめてください。それぞれの根拠となる行を示し、どちらにもないことは書かないでください。",
    cut: "(長いため途中まで。続きは get_doc で読めます)",
  },
  en: {
    answer: (question: string) =>
      `Answer this question from the numbered documents below and nothing else.\n\nQuestion: ${question}\n\nRules:\n- Put the number of the document a sentence rests on behind it, as [1], and name its URL\n- Where the documents do not tell, write "The documents do not say"\n- Mark what you guess with "I am guessing"\n- End with Sources: and the URLs you used\n- If it is not enough, look further with search_docs and get_doc`,
    nothing: "(the search found nothing)",
    compare:
      "Compare these two and list in a table what they share, where they differ and where they contradict each other. Name the lines for each point, and add nothing that neither says.",
    cut: "(cut here because it is long; get_doc reads on)",
  },
};

/**
 * The messages of a prompt.
 *
 * @param signal aborted when the client has cancelled the request
 * @throws {UserError} for an unknown prompt, a missing argument or an unknown section
 */
export async function promptMessages(
  open: OpenIndex,
  name: string,
  given: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
) {
  const prompt = PROMPTS.find((prompt) => prompt.name === name);
  if (prompt === undefined) {
    throw new UserError(
      `there is no prompt ${quoted(name, 100)}`,
      `Prompts: ${PROMPTS.map(({ name }) => name).join(", ")}.`,
    );
  }
  for (const argument of prompt.arguments) {
    const value = given[argument.name];
    if (!value?.trim()) {
      throw new UserError(`${name} needs the argument ${argument.name}`);
    }
    const { length } = value;
    if (length > LONGEST) {
      throw new UserError(
        `${name}: ${argument.name} has ${length} characters, more than ${LONGEST}`,
      );
    }
  }
  const { question, first, second } = given;
  const text = name === "answer_with_citations"
    ? await answerText(open, question!, signal)
    : compareText(open, first!, second!);
  return {
    description: prompt.description,
    messages: [{
      role: "user" as const,
      content: { type: "text" as const, text },
    }],
  };
}

async function answerText(
  { index, searcher, minScore }: OpenIndex,
  question: string,
  signal?: AbortSignal,
): Promise<string> {
  const words = WORDS[answerLanguage(question)];
  const { hits } = await (await searcher()).search(question, {
    k: SECTIONS,
    minScore,
    signal,
  });
  const sections = hits.map((hit, at) => {
    const passages = hit.passages.map((it) => shownPassage(index, hit, it));
    return `[${at + 1}] ${
      placeName(hit.title, hit.headingPath)
    }\nURL: ${hit.url}\n${hit.id} (${hit.startLine}–${hit.endLine})\n\n${
      passages.join("\n\n")
    }`;
  });
  return [
    words.answer(question),
    ...sections.length > 0 ? sections : [words.nothing],
  ].join("\n\n---\n\n");
}

function compareText(
  { index }: OpenIndex,
  first: string,
  second: string,
): string {
  const words = WORDS[mainLanguage(index)];
  const block = (got: GotText) => {
    const room = MAX_CHARACTERS / 2 - 500;
    const text = got.text.length <= room
      ? got.text
      : `${got.text.slice(0, room).toWellFormed()}\n${words.cut}`;
    return `${got.title}\nURL: ${got.url}\n${got.id} (${got.start_line}–${got.end_line})\n\n${text}`;
  };
  return [
    words.compare,
    ...[first, second].map((id) => block(getText(index, id))),
  ]
    .join("\n\n---\n\n");
}
