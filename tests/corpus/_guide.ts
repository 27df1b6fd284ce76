/**
 * Reads the guide in `corpus/` for the tests that hold it against the program.
 *
 * @module
 */

import { join } from "node:path";

/** The guide's folder. */
export const GUIDE = join(import.meta.dirname!, "../../corpus");

/** The languages of the guide, which are folders of it. */
export const LANGUAGES = ["en", "ja"] as const;
/** One of {@linkcode LANGUAGES}. */
export type GuideLanguage = typeof LANGUAGES[number];

/** A page of the guide. */
export interface Page {
  /** File name, the same in both languages. */
  name: string;
  text: string;
}

/** The pages of a language, by name. */
export function readPages(language: GuideLanguage): Page[] {
  return [...Deno.readDirSync(join(GUIDE, language))]
    .map(({ name }) => name).sort()
    .map((name) => ({
      name,
      text: Deno.readTextFileSync(join(GUIDE, language, name)),
    }));
}

/** Explicit ids of the headings of level 1 and 2, `?` for one without. */
export function anchorsOf(text: string): string[] {
  return withoutFences(text).split("\n")
    .filter((line) => /^##? /.test(line))
    .map((line) => /\{#([\w-]+)\}$/.exec(line)?.[1] ?? "?");
}

/** Lines in the ```sh blocks, those ended by a back-slash joined to the next. */
export function shellLines(text: string): string[] {
  return [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, block]) =>
    block.replaceAll("\\\n", " ").split("\n").filter((line) => line !== "")
  );
}

/** What stands between backticks outside of fences. */
export function codeSpans(text: string): string[] {
  const span = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g;
  return [...withoutFences(text).replace(/\n/g, " ").matchAll(span)]
    .map(([, , code]) => code.trim());
}

/** Targets of the links outside of fences. */
export function links(text: string): string[] {
  return [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target);
}

/**
 * The words of each command in a shell line that runs docs, without its name:
 * `A=1 ./guide-docs search "a b" < in | head` gives `["search", "a b"]`.
 */
export function docsCommands(line: string): string[][] {
  const commands: string[][] = [[]];
  const token =
    /\s+|#.*|[|;&]+|\d?[<>]+\s*\S+|((?:"[^"]*"|'[^']*'|[^\s"'|;&<>])+)/y;
  while (token.lastIndex < line.length) {
    const at = token.lastIndex;
    const match = token.exec(line);
    if (match === null) throw new Error(`not understood at ${at}: ${line}`);
    const [whole, word] = match;
    if (word !== undefined) {
      commands.at(-1)!.push(word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
    } else if (/^[|;&]/.test(whole)) commands.push([]);
  }
  return commands.map((words) =>
    words.slice(words.findIndex((word) => !/^\w+=/.test(word)))
  ).filter(([name]) => /^(?:.*\/)?(?:\w+-)?docs$/.test(name ?? ""))
    .map(([, ...words]) => words);
}

/** A page without its fenced code. */
export function withoutFences(text: string): string {
  return text.replace(/^(```+)[^]*?^\1$/gm, "");
}
