import { isObject } from "../is_object.ts";
import type { Schema } from "../upstream/adapt_arguments.ts";
import type { UpstreamConfig } from "../upstream/config.ts";
import type { Report } from "./report.ts";
import { flatten, typeOf } from "./schema.ts";

/** A message about a key that did not arrive, or is not right. */
const NO_ACCESS =
  /\b40[13]\b|unauthori[sz]ed|forbidden|api[ _-]?key|access token|認証|APIキー/i;

/**
 * What would make the answers fit, in words: the second article's table of
 * troubles, applied.
 */
export function advice(
  { calls, tools }: Report,
  { connection, maxResultChars, timeoutMs }: UpstreamConfig,
): string[] {
  const lines: string[] = [];
  const of = (wanted: string) =>
    calls.filter(({ outcome }) => outcome === wanted);
  if (of("error").some(({ sample }) => NO_ACCESS.test(sample))) {
    lines.push(
      "url" in connection
        ? 'The server refuses access: its "headers" in docs.config.json may lack a key.'
        : connection.passEnvironment === true
        ? "The server refuses access: the variable with its key is not set here, or is wrong."
        : "The server refuses access: it gets few variables. Pass its key with --env NAME, or all with --pass-environment.",
    );
  }
  const asking = new Set(of("needs confirmation").map(({ tool }) => tool));
  for (const { name, inputSchema } of tools) {
    if (!asking.has(name)) continue;
    const { arguments: args, elicited } = of("needs confirmation")
      .find(({ tool }) => tool === name)!;
    if (elicited) {
      lines.push(`${name} asks the user, which nobody in a service answers.`);
      continue;
    }
    const open = openSwitches(inputSchema as Schema, args);
    lines.push(
      open.length > 0
        ? `${name} asks back: set what it asks for, such as ${
          open.map((it) => `--force ${it}=false`).join(" ")
        }.`
        : `${name} asks back: set what it asks for with --force NAME=JSON.`,
    );
  }
  const rules = new Set(
    calls.flatMap(({ errorWhen }) =>
      errorWhen ? [JSON.stringify(errorWhen)] : []
    ),
  );
  if (rules.size > 0) {
    lines.push(
      `Failures come as plain results; "errorWhen" in docs.config.json marks them: [${
        [...rules].join(", ")
      }].`,
    );
  }
  if (of("too large").length > 0) {
    lines.push(
      `Clients get the first ${
        maxResultChars.toLocaleString("en")
      } characters of what is too large; --max-result-chars N sets how many.`,
    );
  }
  if (of("timeout").length > 0) {
    lines.push(
      `A call was given up after ${
        timeoutMs.toLocaleString("en")
      } ms; --timeout MS gives more.`,
    );
  }
  return lines;
}

/** Optional arguments that are true or false and were left out. */
function openSwitches(schema: Schema, args: Record<string, unknown>): string[] {
  const { properties } = flatten(schema, schema);
  if (!isObject(properties)) return [];
  return Object.entries(properties).filter(([name, property]) =>
    !Object.hasOwn(args, name) && isObject(property) &&
    typeOf(flatten(property, schema)) === "boolean"
  ).map(([name]) => name);
}
