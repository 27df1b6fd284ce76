import { GENERAL_NAMES, TRANSLATED_NAMES } from "./words/names.ts";

/** An identifier or proper name in a claim. */
export interface Name {
  /** As it stands, lower case. */
  text: string;
  at: number;
  /** Whether it stands in code: a name of the software, not of the language. */
  code: boolean;
  /** Whether it is the program of a command, of which a section may say nothing. */
  program: boolean;
}

const CODE_SPAN = /(`+)([^`](?:.{0,300}?[^`])?)\1(?!`)/gs;
const IDENTIFIER =
  /(?<![\w@/.-])(?:--?[A-Za-z][\w-]*|@?[A-Za-z_$][\w$]*(?:[./:_-]+[\w$]+)*\/?|\.{0,2}\/[\w./-]*\w|\.[a-z][\w.-]*)/g;
const LATIN =
  /(?<![A-Za-z0-9_])[A-Za-z][A-Za-z0-9]*(?:[+#]{1,2}|(?:[-.][A-Za-z0-9]+)*)(?![A-Za-z0-9_])/g;
const MEASURE = /\d[ ]?(?:[kMGT]i?B|ms|px|Hz)\b/g;
const GENERAL = new Set(GENERAL_NAMES);
const TRANSLATED = new Set(TRANSLATED_NAMES);
const ENUMERATED =
  /(?<![\w ,])(?: ?[A-Za-z][\w.+#-]{1,30}, ){2,12}(?:and |or )?[A-Za-z][\w.+#-]{1,30}(?=[\s.,;]|$)|(?<=\b(?:for|with|needs|on|of|from|like) )(?:[A-Za-z][\w.+#-]{1,30}, ){1,12}[A-Za-z][\w.+#-]{1,30},? (?:and|or) [A-Za-z][\w.+#-]{1,30}/g;
/**
 * The names in a claim: what stands in code, what is written like an identifier
 * (`--flag`, `ENV_VAR`, `path/to.md`, `camelCase`), names with capitals, and in
 * Japanese every Latin word.
 *
 * @param text in NFKC, as Markdown
 */
export function names(text: string, japanese: boolean): Name[] {
  const found = new Map<string, Name>();
  const add = (text: string, at: number, code: boolean, program: boolean) => {
    const name = text.toLowerCase().replace(/\(\)?$/, "");
    if (name.length < 2 || !/[a-z]/.test(name)) return;
    if (!found.has(name)) found.set(name, { text: name, at, code, program });
  };
  const prose = text.replace(
    CODE_SPAN,
    (whole, _, code: string, at: number) => {
      if (/^[^\w\s\u0080-\uffff]{1,3}$/.test(code)) {
        found.set(code, { text: code, at: at + 1, code: true, program: false });
      }
      codeNames(
        code,
        (name, offset) =>
          add(name, at + offset, true, offset === 1 && /^\w+ ./.test(code)),
      );
      return " ".repeat(whole.length);
    },
  ).replace(MEASURE, (it) => " ".repeat(it.length))
    .replace(/https?:\/\/[^\s]*/g, (url) => " ".repeat(url.length));
  for (const { 0: word, index } of prose.matchAll(IDENTIFIER)) {
    if (isIdentifier(word)) add(word.replace(/\/$/, ""), index, true, false);
  }
  const ownSentence = /^\W*$/;
  for (const { 0: word, index } of prose.matchAll(LATIN)) {
    const name = word.toLowerCase();
    if (GENERAL.has(name) || TRANSLATED.has(name)) continue;
    const first =
      ownSentence.test(prose.slice(Math.max(0, index - 200), index)) ||
      /[.!?:*"“(]\s*$/.test(prose.slice(Math.max(0, index - 4), index));
    const proper = /[A-Z].*[A-Z]|\d/.test(word) ||
      /^[A-Z]/.test(word) && !first;
    if (proper || japanese) add(word, index, false, false);
  }
  // `bash, zsh and fish`: what is enumerated is named.
  for (const { 0: row, index } of prose.matchAll(ENUMERATED)) {
    for (const { 0: word, index: at } of row.matchAll(/[A-Za-z][\w.+#-]*/g)) {
      if (/^(?:and|or)$/.test(word)) continue;
      if (!GENERAL.has(word.toLowerCase())) add(word, index + at, false, false);
    }
  }
  return [...found.values()];
}

/** The words of a piece of code that name something. */
function codeNames(
  code: string,
  add: (name: string, offset: number) => void,
): void {
  for (
    const { 0: word, index } of code.matchAll(
      /(?:--?|<\/?)?[@A-Za-z_$.\/~][\w$@.\/~:-]*|[A-Za-z]\b/g,
    )
  ) {
    const name = word.replace(/[.:\/-]+$/, "");
    // `-o FILE`: what stands for something.
    if (/^[A-Z]+$/.test(name) && name !== code.trim()) continue;
    add(name, index + 1);
  }
}

/** Whether a word in prose is written as no word of a language is. */
function isIdentifier(word: string): boolean {
  if (GENERAL.has(word.toLowerCase())) return false;
  if (/^--?[A-Za-z]/.test(word)) return true;
  if (/^[A-Z][a-z]+(?:\.[A-Z]|\.$)/.test(word)) return false;
  if (/[_$@]/.test(word) || /^\.?\.?\//.test(word)) return true;
  if (/[a-z][A-Z]/.test(word)) return true;
  return /^\.?[\w-]+(?:\.[a-z][\w-]*)+$/.test(word) &&
      !/^[A-Za-z]\.[a-z]$/.test(word) ||
    /\.\w+$/.test(word) && word.includes("/");
}

/** Whether a folded text (NFKC, lower case) has a name by itself, not within a longer one. */
export function hasName(folded: string, name: string): boolean {
  for (let at = folded.indexOf(name); at >= 0;) {
    const before = folded[at - 1] ?? " ",
      after = folded[at + name.length] ?? " ";
    const begins = /^[a-z0-9]/.test(name) ? !/[a-z0-9]/.test(before) : true;
    if (begins && !/[a-z0-9_]/.test(after)) return true;
    // A plural or a possessive.
    if (
      begins && after === "s" &&
      !/[a-z0-9_]/.test(folded[at + name.length + 1] ?? " ")
    ) {
      return true;
    }
    at = folded.indexOf(name, at + 1);
  }
  return false;
}
