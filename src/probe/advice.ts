import { isObject } from "../is_object.ts";
import type { Schema } from "../upstream/adapt_arguments.ts";
import type { UpstreamConfig } from "../upstream/config.ts";
import type { Report } from "./report.ts";
import { flatten, typeOf } from "./schema.ts";

/** Error messages about a missing or wrong API key. */
const NO_ACCESS =
  /\b40[13]\b|unauthori[sz]ed|forbidden|api[ _-]?key|access token|認証|APIキー/i;

/**
 * What to change so that calls succeed, a sentence per problem. For the user of
 * `docs probe`.
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
      lines.push(
        `${name} asks the user a question; a service has nobody to answer it.`,
      );
      continue;
    }
    const unset = unsetBooleans(inputSchema as Schema, args);
    lines.push(
      unset.length > 0
        ? `${name} asks a question instead of answering: set what it asks for, such as ${
          unset.map((it) => `--force ${it}=false`).join(" ")
        }.`
        : `${name} asks a question instead of answering: set what it asks for with --force NAME=JSON.`,
    );
  }
  const rules = new Set(
    calls.flatMap(({ errorWhen }) =>
      errorWhen ? [JSON.stringify(errorWhen)] : []
    ),
  );
  if (rules.size > 0) {
    lines.push(
      `Failures come as ordinary results; "errorWhen" in docs.config.json marks them: [${
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
      `A call timed out after ${
        timeoutMs.toLocaleString("en")
      } ms; --timeout MS allows more.`,
    );
  }
  return lines;
}

/** Names of optional boolean arguments that a call did not give. */
function unsetBooleans(
  schema: Schema,
  args: Record<string, unknown>,
): string[] {
  const { properties } = flatten(schema, schema);
  if (!isObject(properties)) return [];
  return Object.entries(properties).filter(([name, property]) =>
    !Object.hasOwn(args, name) && isObject(property) &&
    typeOf(flatten(property, schema)) === "boolean"
  ).map(([name]) => name);
}
