import { hasName } from "./_names.ts";
import type { SectionUnits } from "./_section_units.ts";
import {
  LIBRARY_WORDS,
  PYTHON_WORDS,
  SCRIPT_WORDS,
  SHELL_WORDS,
} from "./words/code.ts";

const COMMON = new Set([
  ...SHELL_WORDS,
  ...SCRIPT_WORDS,
  ...PYTHON_WORDS,
  ...LIBRARY_WORDS,
]);

/** Names in a piece of code that documentation gives: flags, variables, functions, keys. */
function codeNames(code: string): Set<string> {
  const found = new Set<string>();
  const local = new Set<string>();
  const add = (name: string) => {
    const text = name.toLowerCase();
    if (text.length > 1 && !COMMON.has(text)) found.add(text);
  };
  // Comments and the contents of strings are the author's.
  const bare = code
    .replace(/(^|\s)(?:#(?![\w-]*[{(])|\/\/)[^\n]*/g, "$1")
    .replace(/\/\*[^]{0,2000}?\*\//g, " ");
  for (
    const [, name] of bare.matchAll(
      /\b(?:const|let|var|function|class|def|type|interface|enum)\s{1,4}([A-Za-z_$][\w$]*)/g,
    )
  ) {
    local.add(name!.toLowerCase());
  }
  for (
    const [, name] of bare.matchAll(
      /([A-Za-z_$][\w$]*)\s{0,3}=>|\(([^()\n]{0,200})\)\s{0,3}(?:=>|\{)/g,
    )
  ) {
    if (name !== undefined) local.add(name.toLowerCase());
  }
  for (const [name] of bare.matchAll(/(?<![\w-])--?[A-Za-z][\w-]*/g)) add(name);
  for (
    const [name] of bare.matchAll(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]\b/g)
  ) add(name);
  const noStrings = bare.replace(
    /"[^"\n]{0,400}"(?!\s{0,3}:)|'[^'\n]{0,400}'(?!\s{0,3}:)/g,
    " ",
  );
  for (
    const [, name] of noStrings.matchAll(/(?:\.|\b)([A-Za-z_$][\w$]*)\s?\(/g)
  ) add(name!);
  for (
    const [, name] of noStrings.matchAll(
      /["']?([A-Za-z_$][\w$-]*)["']?\s{0,3}:\s/g,
    )
  ) add(name!);
  for (const [name] of noStrings.matchAll(/\b[a-z]+[A-Z][\w$]*/g)) add(name);
  // Names with a version in them: `bge-m3`.
  for (
    const [name] of noStrings.matchAll(
      /(?<![\w./-])[a-z][a-z0-9]*(?:-[a-z0-9]+)*-[a-z]*\d[a-z0-9]*(?![\w./-])/g,
    )
  ) add(name);
  return new Set([...found].filter((name) => !local.has(name)));
}

/** The programs that a piece of shell runs. */
function commands(code: string): string[] {
  const found: string[] = [];
  for (const line of code.split("\n")) {
    for (const part of line.split(/\||&&|;/)) {
      const [, name, rest] =
        /^\s{0,20}(?:\$ )?(?:[A-Z_]{1,60}=\S{0,400} )*([a-z][a-z0-9-]*)(?= ([\w./"'-]|$)|$)/
          .exec(part) ?? [];
      if (name === undefined || COMMON.has(name)) continue;
      if (rest === undefined && part.trim() !== name) continue;
      found.push(name);
    }
  }
  return found;
}

const SHELL =
  /(?:^|\n)\s*(?:\$ )?(?:[A-Z_]+=\S* )?[a-z][a-z0-9-]* (?:-|[\w./])[^\n=({]*(?:\n|$)/;

/** The names of a piece of code that a section lacks, and the unit that has most of them. */
export function codeSupport(
  code: string,
  { folded, units }: SectionUnits,
): { missing: string[]; start: number; end: number } {
  const names = [...codeNames(code)];
  if (SHELL.test(code) && !/[{};]\s*$/m.test(code)) {
    names.push(...commands(code));
  }
  const missing = names.filter((name) => !hasName(folded, name));
  let most = 0, start = 0, end = 0;
  for (const unit of units) {
    const has = names.filter((name) => hasName(unit.folded, name)).length;
    if (has > most) [most, start, end] = [has, unit.start, unit.end];
  }
  return { missing, start, end };
}
