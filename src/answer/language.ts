import { detectLanguage } from "../text/detect_language.ts";

/** The language to answer in. */
export type AnswerLanguage = "ja" | "en";

/** The language of a question: Japanese if it is in Japanese, else English. */
export function answerLanguage(question: string): AnswerLanguage {
  return detectLanguage(question) === "ja" ? "ja" : "en";
}
