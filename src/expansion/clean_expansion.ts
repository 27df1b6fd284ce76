import type { Expansion } from "../document/expansion.ts";
import { isObject } from "../is_object.ts";

/** UTF-16 units of a question, and of a term, at most. */
const QUESTION_UNITS = 200, TERM_UNITS = 60;
/** Questions of a language, languages and terms of a section at most. */
const QUESTIONS = 8, LANGUAGES = 4, TERMS = 12;

/** Addresses, which a hostile document might try to plant. */
const ADDRESS =
  /:\/\/[\w.[@%-]|\bwww\.|\b(?:mailto|javascript|data):|[\w.+-]+@[\w-]+\.[a-z]{2,}/i;
/** Characters that are not seen: controls, direction marks, line separators. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const LETTER = /\p{L}/u;
const JAPANESE = /[\u3040-\u30ff\u3400-\u9fff]/;

/**
 * Takes from a value what may be a section's questions and terms, and says what
 * was left out. A model that has read a hostile document, or anyone who may write
 * to the file, can so at most give a section odd questions: no address, no other
 * language than the one named, no text of any length.
 *
 * @param value `{questions: {ja: [...], en: [...]}, terms: [...]}`
 */
export function cleanExpansion(
  value: Record<string, unknown>,
): { expansion: Expansion; problems: string[] } {
  const problems: string[] = [];
  const questions: Record<string, string[]> = {};
  if (!isObject(value.questions)) {
    problems.push('"questions" is not an object of lists by language');
  } else {
    for (const [language, list] of Object.entries(value.questions)) {
      if (!/^[a-z]{2,3}$/.test(language)) {
        problems.push(`${JSON.stringify(language)} is no language`);
      } else if (Object.keys(questions).length === LANGUAGES) {
        problems.push(`more than ${LANGUAGES} languages`);
      } else {
        const kept = cleanTexts(
          list,
          { units: QUESTION_UNITS, count: QUESTIONS, language },
          problems,
        );
        if (kept.length > 0) questions[language] = kept;
      }
    }
  }
  const terms = value.terms === undefined
    ? []
    : cleanTexts(value.terms, { units: TERM_UNITS, count: TERMS }, problems);
  return { expansion: { questions, terms }, problems };
}

function cleanTexts(
  list: unknown,
  { units, count, language }: {
    units: number;
    count: number;
    language?: string;
  },
  problems: string[],
): string[] {
  if (!Array.isArray(list)) {
    problems.push(`${language ?? "terms"}: not a list`);
    return [];
  }
  const kept: string[] = [];
  for (const it of list) {
    const text = typeof it === "string" ? it.normalize("NFC").trim() : it;
    const problem = problemOf(text, units, language);
    if (problem !== undefined) problems.push(problem);
    else if (kept.length === count) {
      problems.push(`more than ${count} of ${language ?? "terms"}`);
      break;
    } else if (!kept.includes(text)) kept.push(text);
  }
  return kept;
}

function problemOf(
  text: unknown,
  units: number,
  language?: string,
): string | undefined {
  if (typeof text !== "string") return "not a text";
  if (!LETTER.test(text)) return `no word in ${JSON.stringify(text)}`;
  const shown = JSON.stringify(text.slice(0, 60));
  if (text.length > units) return `longer than ${units} units: ${shown}`;
  if (!text.isWellFormed()) return `a broken character in ${shown}`;
  if (UNSEEN.test(text)) return `a character that is not seen in ${shown}`;
  if (ADDRESS.test(text)) return `an address in ${shown}`;
  if (language === "ja" && !JAPANESE.test(text)) return `no Japanese: ${shown}`;
  if (language === "en" && !/[a-z]/i.test(text)) return `no English: ${shown}`;
  return undefined;
}
