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
    const { sample } = of("needs confirmation")
      .find(({ tool }) => tool === name)!;
    const unset = unsetBooleans(inputSchema as Schema, args, sample);
    lines.push(
      unset.length > 0
        ? `${name} asks a question instead of answering: set what it asks for, such as ${
          unset.map(({ name, value }) => `--force ${name}=${value}`).join(" ")
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

/** A name or a description that says: true, and nobody is asked. */
const TRUE_ANSWERS =
  /^(?:confirm(?:ed)?|force|yes|approved?|auto_?approve|assume_?yes|non_?interactive|skip_?\w*|no_?(?:prompt|confirm)\w*)$/i;
const TRUE_SKIPS =
  /(?:\btrue\b|真)[^.。;；]{0,40}(?:skip|without (?:asking|confirm)|no confirm|do(?:es)? not ask|確認(?:せず|なし|しない|を省)|省略)|(?:skip|suppress)\w*[^.。]{0,20}confirm/i;

/**
 * Optional boolean arguments that a call did not give, with the value that answers:
 * those that the question names, else all.
 */
function unsetBooleans(
  schema: Schema,
  args: Record<string, unknown>,
  question: string,
): { name: string; value: boolean }[] {
  const { properties } = flatten(schema, schema);
  if (!isObject(properties)) return [];
  const unset = Object.entries(properties).flatMap(([name, property]) => {
    if (Object.hasOwn(args, name) || !isObject(property)) return [];
    const flat = flatten(property, schema);
    if (typeOf(flat) !== "boolean") return [];
    const said = typeof flat.description === "string" ? flat.description : "";
    return [{ name, value: TRUE_ANSWERS.test(name) || TRUE_SKIPS.test(said) }];
  });
  const named = unset.filter(({ name }) => question.includes(name));
  return named.length > 0 ? named : unset;
}
