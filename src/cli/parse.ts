/**
 * Reads a command line by the table. Written out rather than taken from
 * `node:util`, whose loading costs 5 ms of CPU on every start, a quarter of an
 * empty program; the tests hold it against `parseArgs` of that module.
 *
 * @module
 */

import { integer } from "../config/kinds.ts";
import { UserError } from "../user_error.ts";
import type { Argument, Command, Flag, Parsed } from "./command.ts";
import { didYouMean } from "../text/did_you_mean.ts";

/**
 * Reads what follows a command's name: `--flag value`, `--flag=value`, `-k 5`,
 * `-k5`, arguments anywhere, and `--`, after which everything is an argument.
 *
 * @returns the values, or `"help"` when help was asked for
 * @throws {UserError} on an unknown flag, a missing or wrong value, or a wrong
 *   number of arguments
 */
export function parse(
  command: Command,
  argv: readonly string[],
): Parsed | "help" {
  const flags: Record<string, boolean | string | number | string[]> = {};
  const given: string[] = [];
  let literal: string[] | undefined;
  let next = 0;

  /** The value of a flag: what is attached to it, else the next word. */
  const value = (flag: Flag, shown: string, attached?: string): string => {
    if (attached !== undefined) return attached;
    const word = argv[next];
    // `--in --json` forgot the value; `-o -` and `--in=-x` did not.
    if (word === undefined || /^-./.test(word)) {
      throw new UserError(
        `${shown} needs a value: ${shown} ${flag.value}`,
        word === undefined
          ? seeHelp(command)
          : `A value that begins with - is attached: --${flag.name}=${word}`,
      );
    }
    next++;
    return word;
  };
  const set = (flag: Flag, shown: string, attached?: string): void => {
    if (flag.kind === "switch") {
      if (attached !== undefined) {
        throw new UserError(`${shown} takes no value`, seeHelp(command));
      }
      flags[flag.name] = true;
      return;
    }
    const text = value(flag, shown, attached);
    if (flag.kind === "texts") {
      const texts = flags[flag.name];
      if (Array.isArray(texts)) texts.push(text);
      else flags[flag.name] = [text];
    } else {
      flags[flag.name] = checkedValue(flag, shown, text);
    }
  };

  while (next < argv.length) {
    const word = argv[next++]!;
    if (word === "--") {
      literal = argv.slice(next);
      given.push(...literal);
      break;
    }
    if (word === "--help" || word === "-h") return "help";
    if (!/^-./.test(word)) {
      given.push(word);
    } else if (word.startsWith("--")) {
      const [, name = "", attached] = /^--([^=]*)(?:=([^]*))?$/.exec(word)!;
      const flag = command.flags.find((flag) => flag.name === name);
      if (!flag) throw unknownFlag(command, word, name);
      set(flag, `--${name}`, attached);
    } else {
      // Short flags may share a dash; the first that takes a value takes the rest.
      for (let rest = word.slice(1); rest !== "";) {
        const letter = String.fromCodePoint(rest.codePointAt(0)!);
        rest = rest.slice(letter.length);
        const flag = command.flags.find((flag) => flag.short === letter);
        if (!flag) throw unknownFlag(command, word, word.slice(1));
        const takesRest = flag.kind !== "switch" && rest !== "";
        set(flag, `-${letter}`, takesRest ? rest.replace(/^=/, "") : undefined);
        if (takesRest) break;
      }
    }
  }
  checkArguments(command, given);
  return { flags, arguments: given, ...literal && { literal } } as Parsed;
}

function checkedValue(flag: Flag, shown: string, text: string) {
  const { min = 0, max = Infinity } = flag;
  if (flag.kind === "integer") {
    const kind = integer(min, max);
    const number = kind.fromText(text);
    if (number === undefined) throw wrongValue(shown, kind.expects, text);
    return number;
  }
  if (flag.kind === "number") {
    const number = /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : NaN;
    if (!(number >= min && number <= max)) {
      throw wrongValue(shown, `a number from ${min} to ${max}`, text);
    }
    return number;
  }
  if (text === "") throw wrongValue(shown, "a text that is not empty", text);
  return text;
}

function wrongValue(shown: string, expects: string, text: string): UserError {
  return new UserError(
    `${shown} must be ${expects}, not ${JSON.stringify(text)}`,
  );
}

function unknownFlag(command: Command, word: string, name: string): UserError {
  const known = command.flags.map((flag) => flag.name);
  const meant = name.length > 1 ? didYouMean(name, known) : undefined;
  const hints = [
    meant !== undefined ? `Did you mean --${meant}?` : seeHelp(command),
  ];
  if (command.arguments.some((argument) => !argument.choices)) {
    const kind = command.arguments[0]!.name.toLowerCase();
    hints.push(
      `For a ${kind} that begins with -, put -- before it: docs ${command.name} -- ${word}`,
    );
  }
  return new UserError(
    `docs ${command.name} has no flag ${word.replace(/=[^]*/, "")}`,
    hints.join("\n"),
  );
}

function checkArguments(command: Command, given: readonly string[]): void {
  const usage = `docs ${command.name} ${
    command.arguments.map(usageOf).join(" ")
  }`.trimEnd();
  let used = 0;
  for (const argument of command.arguments) {
    if (given.length === used && argument.required) {
      throw new UserError(
        `docs ${command.name} needs ${argument.name}`,
        argument.choices
          ? `One of ${argument.choices.join(", ")}: ${usage}`
          : `Usage: ${usage}`,
      );
    }
    if (argument.many) return;
    if (used < given.length) checkChoice(argument, given[used++]!);
  }
  if (given.length > used) {
    throw new UserError(
      `docs ${command.name} takes ${
        used === 0 ? "no arguments" : `${used} argument${used === 1 ? "" : "s"}`
      }, so ${JSON.stringify(given[used])} is one too many`,
      `Usage: ${usage}`,
    );
  }
}

function checkChoice({ name, choices }: Argument, word: string): void {
  if (!choices || choices.includes(word)) return;
  const meant = didYouMean(word, choices);
  throw new UserError(
    `${name} must be one of ${choices.join(", ")}, not ${JSON.stringify(word)}`,
    meant && `Did you mean ${meant}?`,
  );
}

/** An argument as usage lines show it: `QUERY`, `[SOURCE…]`. */
export function usageOf({ name, required, many, choices }: Argument): string {
  const shown = (choices ? choices.join("|") : name) + (many ? "…" : "");
  return required ? shown : `[${shown}]`;
}

function seeHelp(command: Command): string {
  return `See docs ${command.name} --help.`;
}
