import { openLocatedIndex } from "../../app/open_located_index.ts";
import { getText, type LineSpan } from "../../read/get_text.ts";
import { UserError } from "../../user_error.ts";
import type { Parsed } from "../command.ts";
import { commandContext } from "../command_context.ts";
import type { getCommand } from "../table.ts";
import type { Io } from "../terminal/io.ts";

/** `docs get`: a document, a section or some lines, as they stand in the source. */
export function run(
  { flags, arguments: [given] }: Parsed<typeof getCommand>,
  io: Io,
): number {
  const lines = flags.lines === undefined ? undefined : lineSpan(flags.lines);
  const { settings, context } = commandContext(flags, io);
  using opened = openLocatedIndex(settings, context);
  const got = getText(opened.index, given!, lines);
  if (flags.json) io.stdout.json(got);
  else io.stdout.write(got.text);
  // On a terminal the prompt would stick to a text without a line end.
  if (!flags.json && io.stdout.isTerminal && !got.text.endsWith("\n")) {
    io.stdout.write("\n");
  }
  return 0;
}

/**
 * Reads `A:B`, `A:`, `:B` or `A`.
 *
 * @throws {UserError} for anything else, for line 0, and for B before A
 */
export function lineSpan(text: string): LineSpan {
  const parts = /^(\d*)(:?)(\d*)$/.exec(text);
  if (parts && (parts[1] !== "" || parts[3] !== "")) {
    const [, a, colon, b] = parts;
    const from = a === "" ? 1 : Number(a);
    const to = b !== "" ? Number(b) : colon ? Number.MAX_SAFE_INTEGER : from;
    if (from >= 1 && to >= from) return { from, to };
  }
  throw new UserError(
    `--lines must be A:B, A:, :B or A with 1 ≤ A ≤ B, not ${
      JSON.stringify(text)
    }`,
  );
}
