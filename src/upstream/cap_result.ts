import { isObject } from "../is_object.ts";
import { capParts } from "./cap_parts.ts";
import {
  type Content,
  textOf,
  type UpstreamToolResult,
} from "./tool_result.ts";

/** Marks truncated text for a model; the word comes from the second article. */
export const TRUNCATED = "__truncated_by_char_limit__";

/**
 * A result with no more than so many characters (UTF-16 units) of text, all its
 * parts together. What is cut ends at a code point and with
 * {@linkcode TRUNCATED} and the length that it had, which are not counted.
 * Structured content stays whole or, where it does not fit beside the text as
 * JSON, is left out: half of it would not keep to its schema.
 *
 * @param most 0 is no limit
 * @returns the same object where nothing is cut
 */
export function capResult(
  result: UpstreamToolResult,
  most: number,
): UpstreamToolResult {
  if (most === 0) return result;
  const { content = [], structuredContent } = result;
  let length = 0;
  for (const part of content) length += textOf(part)?.length ?? 0;
  const structured = structuredContent === undefined
    ? 0
    // An object that says the same as the text is not counted twice.
    : JSON.stringify(structuredContent).length;
  if (length <= most && structured <= most) return result;
  const capped = { ...result };
  if (structured > most) delete capped.structuredContent;
  if (length > most) capped.content = capContent(content, most, length);
  else if (length === 0 && structured > most) {
    // Otherwise the result would look empty.
    capped.content = [
      ...content,
      { type: "text", text: marker(structured, 0) },
    ];
  }
  return capped;
}

function capContent(
  content: readonly Content[],
  most: number,
  length: number,
): Content[] {
  const kept: Content[] = [];
  let room = most;
  let cut = false;
  for (const part of content) {
    const text = textOf(part);
    if (text === undefined || (!cut && text.length <= room)) {
      kept.push(part);
      room -= text?.length ?? 0;
    } else if (!cut) {
      cut = true;
      const start = text.slice(0, endOfCharacter(text, room));
      const before = most - room + start.length;
      const whole = Math.max(length, lengthTold(text));
      kept.push(withText(part, `${start}\n${marker(whole, before)}`));
    }
  }
  return kept;
}

/**
 * What a resource, or a prompt, holds, within the same limits as a result: `contents`
 * of `resources/read`, `messages` of `prompts/get`.
 *
 * @returns the same object where nothing is cut
 */
export function capContents<R extends Record<string, unknown>>(
  result: R,
  { maxResultChars, maxBinaryChars }: Limits,
): R {
  const cap = (parts: Content[]) =>
    capResult({ content: [...capParts(parts, maxBinaryChars)] }, maxResultChars)
      .content!;
  const { contents, messages } = result;
  if (Array.isArray(contents) && contents.every(isObject)) {
    const parts = contents.map((resource) => ({ type: "resource", resource }));
    const first = contents[0] ?? {};
    return {
      ...result,
      contents: cap(parts).map(({ resource, text }) =>
        resource ?? { uri: first.uri ?? "", mimeType: "text/plain", text }
      ),
    };
  }
  if (
    Array.isArray(messages) && messages.every((it) => isObject(it?.content))
  ) {
    const parts = messages.map(({ content }) => content as Content);
    return {
      ...result,
      messages: cap(parts).map((content, at) => ({
        role: messages[at]?.role ?? "user",
        content,
      })),
    };
  }
  return result;
}

/** Limits of what a server may give back, in characters; 0 is none. */
export interface Limits {
  maxResultChars: number;
  /** Of base64. */
  maxBinaryChars: number;
}

/** A text of at most so many characters, with the marker where it was longer. */
export function capText(text: string, most: number): string {
  if (most === 0 || text.length <= most) return text;
  const start = text.slice(0, endOfCharacter(text, most));
  return `${start}\n${marker(text.length, start.length)}`;
}

/** Original length of a text that was truncated before; 0 if it was not. */
function lengthTold(text: string): number {
  const [last = ""] = text.slice(-100).split(TRUNCATED).slice(1);
  return Number(/^ \(\d+ of (\d+) characters/.exec(last)?.[1] ?? 0);
}

function marker(length: number, shown: number): string {
  return `${TRUNCATED} (${shown} of ${length} characters are shown)`;
}

/** The nearest offset not after this one that is not inside a surrogate pair. */
function endOfCharacter(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  const before = text.charCodeAt(offset - 1);
  const inside = code >= 0xdc00 && code <= 0xdfff && before >= 0xd800 &&
    before <= 0xdbff;
  return inside ? offset - 1 : offset;
}

function withText(part: Content, text: string): Content {
  return typeof part.text === "string"
    ? { ...part, text }
    : { ...part, resource: { ...part.resource, text } };
}
