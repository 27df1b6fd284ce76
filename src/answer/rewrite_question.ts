import type { ChatModel, Turn } from "../llm/chat_model.ts";
import type { AnswerLanguage } from "./language.ts";

/** UTF-16 units that a question of its own may have; more is no question. */
const LONGEST = 500;

const SYSTEM = {
  ja:
    "会話の最後の質問を、会話を知らない人にも分かり、そのまま検索に使える一つの質問に書き直してください。指示語は指しているものに置き換えてください。質問だけを日本語で出力し、答えは書かないでください。",
  en:
    "Rewrite the last question of the conversation as one question that can be understood, and searched for, without the conversation. Put what they stand for in place of words such as it or that. Print the question alone, in English, and do not answer it.",
};

/**
 * Makes of a follow-up (`and on Windows?`) a question that can be searched for.
 *
 * @param history what was said before; not empty
 * @returns the question as it was typed where the model gives nothing of use
 * @throws {ModelError} the model cannot be asked
 */
export async function rewriteQuestion(
  question: string,
  history: readonly Turn[],
  language: AnswerLanguage,
  model: ChatModel,
  signal?: AbortSignal,
): Promise<string> {
  const { turn } = await model.generate({
    system: SYSTEM[language],
    turns: [...history, { role: "user", text: question }],
    signal,
  });
  const rewritten = turn.text.trim().split(/\r?\n/, 1)[0]!
    .replace(/^["「](.*)["」]$/, "$1").trim();
  return rewritten !== "" && rewritten.length <= LONGEST ? rewritten : question;
}
