/**
 * How data are set apart from instructions in a prompt.
 *
 * @module
 */

import type { AnswerLanguage } from "./language.ts";

/**
 * A mark that fences data off in a prompt. It is made from the data, so that
 * nothing in them can hold it.
 *
 * @param data what is to be fenced off, as JSON has it
 * @returns `document-` and 12 hexadecimal digits of its SHA-256
 */
export async function fenceFor(data: unknown): Promise<string> {
  const digest = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(JSON.stringify(data)),
  );
  const hex = [...new Uint8Array(digest, 0, 6)]
    .map((byte) => byte.toString(16).padStart(2, "0"));
  return `document-${hex.join("")}`;
}

/** Data between marks of {@linkcode fenceFor}. */
export function fencedOff(data: string, fence: string): string {
  return `<${fence}>\n${data}\n</${fence}>`;
}

/** What the number of a source is written as, for citations to name it. */
const NUMBERED = {
  ja: (number: number) => `参考情報 [${number}]`,
  en: (number: number) => `参考情報 [${number}] (reference ${number})`,
};

/** A source as a model reads it: numbered, and fenced off. */
export function fencedSource(
  number: number,
  data: string,
  fence: string,
  language: AnswerLanguage,
): string {
  return `${NUMBERED[language](number)}\n${fencedOff(data, fence)}`;
}
