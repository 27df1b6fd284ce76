/**
 * The reference of commands in README.md, made from the table:
 * `deno run -RW src/cli/reference.ts --write` puts it between its markers,
 * without `--write` it is printed.
 *
 * @module
 */

import { commandHelp } from "./help.ts";
import { commands } from "./table.ts";

/** The line before the reference in README.md, and the line after it. */
export const markers = [
  "<!-- reference: made by deno run -RW src/cli/reference.ts --write -->",
  "<!-- end of reference -->",
] as const;

/**
 * The reference as Markdown: for each command a heading and what `docs help`
 * prints, as it is, so that no formatter changes it.
 */
export function reference(): string {
  return commands.map((command) =>
    `### docs ${command.name}\n\n\`\`\`text\n${
      commandHelp(command, 80)
    }\`\`\`\n`
  ).join("\n");
}

/**
 * A README with the reference put between its markers.
 *
 * @throws {Error} when it lacks a marker
 */
export function withReference(readme: string): string {
  const [begin, end] = markers;
  const from = readme.indexOf(begin), to = readme.indexOf(end);
  if (from < 0 || to < from) {
    throw new Error(`README.md lacks ${from < 0 ? begin : end}`);
  }
  const before = readme.slice(0, from);
  return `${before}${begin}\n\n${reference()}\n${readme.slice(to)}`;
}

if (import.meta.main) {
  if (Deno.args[0] === "--write") {
    const path = new URL("../../README.md", import.meta.url);
    Deno.writeTextFileSync(path, withReference(Deno.readTextFileSync(path)));
  } else {
    await Deno.stdout.write(new TextEncoder().encode(reference()));
  }
}
