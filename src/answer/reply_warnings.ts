/**
 * What is to be known of how a model answered, or why it did not.
 *
 * @module
 */

import type { ChatModel, ChatReply } from "../llm/chat_model.ts";
import { detectLanguage } from "../text/detect_language.ts";
import type { UserError } from "../user_error.ts";
import { answerLanguage } from "./language.ts";

/** Warnings of an answer that was cut, stopped, or is in another language than the question. */
export function replyWarnings(
  { turn, finish }: ChatReply,
  question: string,
): string[] {
  const asked = answerLanguage(question);
  const used = detectLanguage(turn.text);
  return [
    ...finish === "length"
      ? ["the answer was cut short by LLM_MAX_TOKENS"]
      : finish === "blocked"
      ? ["the provider stopped the answer by its safety rules"]
      : [],
    ...(used === "ja" || used === "en") && used !== asked
      ? [
        `the model answered in ${
          used === "ja" ? "Japanese" : "English"
        }, which is not the language of the question`,
      ]
      : [],
  ];
}

/** Said where a model gave nothing that can be shown. */
export function emptyAnswer({ name }: ChatModel): string {
  return `${name} gave no answer (it was empty, or stopped by the provider's safety rules)`;
}

/** A failure that an answer could be given in spite of, in one line. */
export function failureWarning({ message, next }: UserError): string {
  if (!next) return message;
  return /[.!?。！？]$/.test(message)
    ? `${message} ${next}`
    : `${message}. ${next}`;
}
