/**
 * The reference of commands, `docs/commands.md`, made from the table of
 * commands: `deno task reference` writes it.
 *
 * @module
 */

import { commandHelp } from "./help.ts";
import { commands } from "./table.ts";

const HEAD = `# Commands

What \`docs help COMMAND\` prints, for every command. This page is written by
\`deno task reference\`; change the command's entry in \`src/cli/\`, not the page.
What the commands are for is in the [guide](../corpus/en/index.md).
`;

/**
 * The page, as Markdown: for each command a heading and its help as it is
 * printed, 80 columns wide.
 */
export function reference(): string {
  return HEAD +
    commands.map((command) =>
      `\n## docs ${command.name}\n\n\`\`\`text\n${
        commandHelp(command, 80)
      }\`\`\`\n`
    ).join("");
}

if (import.meta.main) {
  const page = new URL("../../docs/commands.md", import.meta.url);
  Deno.writeTextFileSync(page, reference());
}
