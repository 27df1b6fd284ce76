/**
 * `deno task picture`: draws `docs/terminal.svg` from a run of `dist/docs` over
 * `corpus/`. Needs `dist/docs` (`deno task compile`) and `script` of util-linux,
 * which gives the program a terminal.
 *
 * @module
 */

import { join, resolve } from "node:path";
import { UserError } from "../user_error.ts";
import { mustRun } from "./_run_child.ts";
import { reportErrors } from "./_report_errors.ts";
import { terminalSvg } from "./terminal_svg.ts";

const root = resolve(import.meta.dirname!, "../..");

/** What the picture shows being typed. */
const COMMANDS = [
  "docs build corpus",
  'docs search "bearer token" -k 2',
  "docs search 保存先を変えたい -k 1",
  'docs ask --offline -k 2 "which files are skipped?"',
];

/** Columns of the terminal. */
export const COLUMNS = 88;

/** Where the picture is. */
export const PICTURE = join(root, "docs", "terminal.svg");

/**
 * Types the commands into a terminal, in a folder that holds nothing but
 * `corpus/` and is shown as `/home/me`.
 *
 * @param program the file to run as `docs`
 * @returns the lines on the screen, with ANSI escapes for bold, dim, underlined
 * @throws {UserError} when a command fails
 */
export async function recordTerminal(program: string): Promise<string[]> {
  const folder = await Deno.makeTempDir();
  try {
    const home = join(folder, "me"), bin = join(folder, "bin");
    await mustRun("Copying corpus/", "cp", [
      ...["-r", join(root, "corpus")],
      await made(home),
    ]);
    await Deno.symlink(program, join(await made(bin), "docs"));
    const env = {
      PATH: `${bin}:/usr/bin:/bin`,
      HOME: home,
      TERM: "xterm-256color",
      LANG: "C.UTF-8",
      DOCS_CACHE_DIR: join(folder, "cache"),
    };
    // The first start of the self-extracting form says that it unpacks itself.
    await mustRun("docs version", program, ["version"], { env });
    const lines: string[] = [];
    for (const command of COMMANDS) {
      lines.push(`\x1b[2m$\x1b[22m ${command}`);
      const screen = await typed(command, home, env);
      lines.push(...screen.map((it) => it.replaceAll(folder, "/home")), "");
    }
    return lines.slice(0, -1);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Runs a command in a terminal of its own; gives what is left on the screen. */
async function typed(
  command: string,
  cwd: string,
  env: Record<string, string>,
): Promise<string[]> {
  const inside = `stty cols ${COLUMNS} rows 50; exec ${command}`;
  const { code, stdout } = await new Deno.Command("script", {
    args: ["--quiet", "--return", "--command", inside, "/dev/null"],
    cwd,
    clearEnv: true,
    env,
    stdin: "null",
  }).output();
  const text = new TextDecoder().decode(stdout);
  if (code !== 0) {
    throw new UserError(`${command} ended with exit code ${code}:\n${text}`);
  }
  return text.trimEnd().split("\n").map((line) =>
    line.replace(/\r+$/, "").split(DRAWN_OVER).at(-1)!
  );
}

/**
 * After these a line is written anew: our progress line goes back to its start,
 * Deno's erases it (ECMA-48: CHA, EL, ED).
 */
// deno-lint-ignore no-control-regex
const DRAWN_OVER = /\r|\x1b\[\d*[GKJ]/;

async function made(folder: string): Promise<string> {
  await Deno.mkdir(folder);
  return folder;
}

if (import.meta.main) {
  await reportErrors(async () => {
    const lines = await recordTerminal(join(root, "dist", "docs"));
    const title = "A terminal: docs build, search and ask over the guide";
    await Deno.writeTextFile(PICTURE, terminalSvg(lines, COLUMNS, title));
    console.log(`Made ${PICTURE}: ${lines.length} lines`);
  });
}
