/**
 * The help texts, made from the table.
 *
 * @module
 */

import type { Command, Flag } from "./command.ts";
import { usageOf } from "./parse.ts";
import { commands } from "./table.ts";
import { displayWidth, wrap } from "./terminal/width.ts";

const helpFlag: Flag = {
  name: "help",
  short: "h",
  kind: "switch",
  help: "Print this help",
};

/** Help on the whole program: what it is, its commands, how to go on. */
export function overview(columns: number): string {
  const rows = [
    ...commands.map(({ name, summary }) => [name, summary] as const),
    ["help [COMMAND]", "Print the help of a command"] as const,
  ];
  return [
    "docs: search your documents from one file, in Japanese and English",
    "",
    "Usage: docs COMMAND [ARGUMENTS] [FLAGS]",
    "       docs --help | --version",
    "",
    "Commands:",
    ...twoColumns(rows, columns),
    "",
    "docs COMMAND --help tells more. Exit codes: 0 found or done, 1 nothing found,",
    "2 wrong use or failure.",
    "",
  ].join("\n");
}

/** Help on one command: usage, what it does, its flags, examples. */
export function commandHelp(command: Command, columns: number): string {
  const paragraphs = command.about.flatMap((text) => [
    ...paragraph(text, columns),
    "",
  ]);
  const flags = [...command.flags, helpFlag].map((flag) =>
    [flagUsage(flag), flag.help] as const
  );
  const examples = command.examples.flatMap(({ run, does }) => [
    `  ${run}`,
    `      ${does}`,
  ]);
  return [
    `docs ${command.name}: ${lowerFirst(command.summary)}`,
    "",
    `Usage: ${usage(command)}`,
    "",
    ...paragraphs,
    "Flags:",
    ...twoColumns(flags, columns),
    "",
    "Examples:",
    ...examples,
    "",
  ].join("\n");
}

/** A command with its arguments: `docs search [QUERY…] [FLAGS]`. */
export function usage(command: Command): string {
  return ["docs", command.name, ...command.arguments.map(usageOf), "[FLAGS]"]
    .join(" ");
}

/** A flag with its value: `-k, --top-k N`. */
function flagUsage({ name, short, value }: Flag): string {
  return `${short ? `-${short}, ` : ""}--${name}${value ? ` ${value}` : ""}`;
}

/** Rows of a name and a text, the texts aligned and wrapped. */
function twoColumns(
  rows: readonly (readonly [string, string])[],
  columns: number,
): string[] {
  const left = Math.max(...rows.map(([name]) => displayWidth(name))) + 4;
  return rows.flatMap(([name, text]) =>
    paragraph(text, Math.max(columns - left, 30)).map((line, i) =>
      (i === 0 ? `  ${name}` : "").padEnd(left) + line
    )
  );
}

function paragraph(text: string, columns: number): string[] {
  return wrap(text, columns).map(([start, end]) => text.slice(start, end));
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
