import { UserError } from "../user_error.ts";

/**
 * Parses a `.env` file: `NAME=value`, `export NAME=value`, single quotes (literal),
 * double quotes (escapes `\n \r \t \\ \" \$`), both over several lines, and comments
 * (`#` at the start of a line or after white space). Values are not expanded: `$X`
 * stays `$X`. The last of several equal names wins.
 *
 * Not `parseEnv` of `node:util`: older versions of Deno lack it, and it silently
 * drops invalid lines and truncates `a#b`.
 *
 * @param text the file's text
 * @param file its name, for messages
 * @throws {UserError} for an invalid line, naming file and line
 */
export function parseEnvFile(text: string, file: string): Map<string, string> {
  const variables = new Map<string, string>();
  const source = text.replaceAll("\r\n", "\n");
  const fail = (offset: number, what: string): never => {
    const line = source.slice(0, offset).split("\n").length;
    throw new UserError(
      `${file}:${line}: ${what}`,
      'A line is NAME=value or NAME="value".',
    );
  };
  const match = (pattern: RegExp, at: number): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(source);
  };
  for (let at = 0; at < source.length;) {
    const blank = match(/[ \t]*(?:#[^\n]*)?(?:\n|$)/y, at);
    if (blank) {
      at += Math.max(blank[0].length, 1);
      continue;
    }
    const name = match(/[ \t]*(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=/y, at);
    if (!name) return fail(at, "not a NAME=value line");
    const afterSign = at + name[0].length;
    const start = afterSign + match(/[ \t]*/y, afterSign)![0].length;
    const quote = source.charAt(start);
    if (quote !== '"' && quote !== "'") {
      const bare = match(/([^\n]*?)(?:[ \t]+#[^\n]*)?(?:\n|$)/y, afterSign)!;
      variables.set(name[1]!, bare[1]!.trim());
      at = afterSign + bare[0].length;
      continue;
    }
    const quoted = match(
      quote === '"' ? /"((?:[^"\\]|\\[^])*)"/y : /'([^']*)'/y,
      start,
    );
    if (!quoted) return fail(start, `the quote of ${name[1]} is not closed`);
    const end = start + quoted[0].length;
    const rest = match(/[ \t]*(?:#[^\n]*)?(?:\n|$)/y, end);
    if (!rest) return fail(end, `text after the quoted value of ${name[1]}`);
    variables.set(name[1]!, quote === '"' ? unescape(quoted[1]!) : quoted[1]!);
    at = end + rest[0].length;
  }
  return variables;
}

function unescape(value: string): string {
  const escapes: Record<string, string> = { n: "\n", r: "\r", t: "\t" };
  return value.replace(
    /\\([nrt\\"$])/g,
    (_, character: string) => escapes[character] ?? character,
  );
}
