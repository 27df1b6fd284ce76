import { jsonIn } from "./is_empty.ts";

/** Values of a status, and keys with `true`, that say so. */
const CODE =
  /^(?:(?:need|require|await|pending|request)(?:s|ed|ing)?[ _-]?)(?:user[ _-]?)?(?:confirm(?:ation|ed)?|approval|input|clarification)$|^(?:user[ _-]?)?(?:confirm(?:ation)?|approval|input|clarification)[ _-]?(?:needed|required|pending|requested)$|^confirm(?:ation)?$/i;

/** Ends of a sentence that asks the user. */
const QUESTION =
  /(?:しますか|ますか|でしょうか|よろしいですか|いいですか|してください)[?？。]?$|\b(?:do you want|would you like|are you sure|please confirm|shall i|should i|confirm\b)[^.!]*[?？.]?$/i;

/** Longest text that is taken for a question. */
const SENTENCE = 400;

/**
 * What a tool asks instead of answering, where it does: a status such as
 * `need_confirmation`, or a short question and nothing else.
 */
export function questionIn(text: string): string | undefined {
  const value = jsonIn(text);
  if (value === undefined) return asQuestion(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return undefined;
  }
  const entries = Object.entries(value);
  const said = entries.map(([, it]) => it).filter((it) =>
    typeof it === "string"
  );
  const coded = entries.some(([key, it]) =>
    (it === true && CODE.test(key)) ||
    (typeof it === "string" && CODE.test(it) &&
      /^(?:status|state|type|result|code|error|action|reason|kind)$/i.test(key))
  );
  const question = entries.find(([key, it]) =>
    /^(?:message|question|prompt|msg|text)$/i.test(key) &&
    typeof it === "string" && (coded || asQuestion(it) !== undefined)
  )?.[1] as string | undefined;
  if (coded) return question ?? said.join(" ");
  // A question beside data is no more than polite.
  const hasMore = entries.some(([, it]) =>
    typeof it === "object" && it !== null && Object.keys(it).length > 0
  );
  return hasMore ? undefined : question;
}

function asQuestion(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed.length <= SENTENCE && QUESTION.test(trimmed) &&
      !/^error|エラー/i.test(trimmed)
    ? trimmed
    : undefined;
}
