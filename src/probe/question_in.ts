import { wrapped } from "./envelope.ts";
import { jsonIn } from "./is_empty.ts";

/** Values of a status field, or keys of `true`, that mean the user must confirm or answer. */
const NEEDS_USER =
  /^(?:(?:need|require|await|pending|request)(?:s|ed|ing)?[ _-]?)(?:user[ _-]?)?(?:confirm(?:ation|ed)?|approval|input|clarification)$|^(?:user[ _-]?)?(?:confirm(?:ation)?|approval|input|clarification)[ _-]?(?:needed|required|pending|requested)$|^confirm(?:ation)?$/i;

/** The end of a text that asks the user something. */
const QUESTION =
  /(?:しますか|ますか|でしょうか|よろしいですか|いいですか|してください)[?？。]?$|\b(?:do you want|would you like|are you sure|please confirm|shall i|should i|confirm\b)[^.!]*[?？.]?$/i;

/** Longer texts are not taken for a question; UTF-16 code units. */
const MAX_QUESTION_LENGTH = 400;

/**
 * The question that a tool asks instead of answering: its text has a status such as
 * `need_confirmation`, or is only a short question. Undefined for an answer.
 */
export function questionIn(text: string): string | undefined {
  const value = jsonIn(text);
  if (value === undefined) return asQuestion(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return undefined;
  }
  for (const answer of wrapped(value as Record<string, unknown>)) {
    const question = questionOf(answer.value);
    if (question !== undefined) return question;
  }
  return undefined;
}

function questionOf(value: Record<string, unknown>): string | undefined {
  const entries = Object.entries(value);
  const strings = entries.map(([, it]) => it).filter((it) =>
    typeof it === "string"
  );
  const needsUser = entries.some(([key, it]) =>
    (it === true && NEEDS_USER.test(key)) ||
    (typeof it === "string" && NEEDS_USER.test(it) &&
      /^(?:status|state|type|result|code|error|action|reason|kind)$/i.test(key))
  );
  const question = entries.find(([key, it]) =>
    /^(?:message|question|prompt|msg|text)$/i.test(key) &&
    typeof it === "string" && (needsUser || asQuestion(it) !== undefined)
  )?.[1] as string | undefined;
  if (needsUser) return question ?? strings.join(" ");
  // With data beside it, a question is only politeness.
  const hasMore = entries.some(([, it]) =>
    typeof it === "object" && it !== null && Object.keys(it).length > 0
  );
  return hasMore ? undefined : question;
}

function asQuestion(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed.length <= MAX_QUESTION_LENGTH && QUESTION.test(trimmed) &&
      !/^error|エラー/i.test(trimmed)
    ? trimmed
    : undefined;
}
