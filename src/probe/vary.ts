/**
 * `--vary NAME=VALUES`: the same call with many values of an argument.
 *
 * @module
 */

import { isObject } from "../is_object.ts";
import type { Schema } from "../upstream/adapt_arguments.ts";
import { UserError } from "../user_error.ts";
import { flatten, typeOf } from "./schema.ts";

/** An argument and its values, as typed. */
export interface Vary {
  name: string;
  values: string[];
}

/** Maximum calls of one tool; guards against typing errors such as 1..1000000. */
export const MAX_CALLS_PER_TOOL = 1_000;

/**
 * Parses `NAME=VALUES`. VALUES are separated by commas, each a value or a range of
 * integers such as `1..30`, both ends included.
 *
 * @throws {UserError} for anything else
 */
export function parseVary(text: string): Vary {
  const [, name, list] = /^([^=]+)=([^]+)$/.exec(text) ?? [];
  if (name === undefined || list === undefined) throw notVary(text);
  const values = list.split(",").flatMap((part) => {
    const [, from, to] = /^(-?\d+)\.\.(-?\d+)$/.exec(part) ?? [];
    if (part === "") throw notVary(text);
    if (from === undefined) return [part];
    const first = Number(from), count = Number(to) - first + 1;
    if (!(count >= 1)) {
      throw new UserError(
        `--vary ${text}: the range ${part} is empty`,
        "A range goes up: 1..30.",
      );
    }
    if (!(count <= MAX_CALLS_PER_TOOL)) throw tooMany(`--vary ${text}`, count);
    return Array.from({ length: count }, (_, at) => String(first + at));
  });
  return { name, values };
}

function notVary(text: string): UserError {
  return new UserError(
    `--vary must be NAME=VALUES, not ${JSON.stringify(text)}`,
    "VALUES are separated by commas, or a range: --vary id=1..30 --vary lang=ja,en",
  );
}

function tooMany(what: string, count: number): UserError {
  const of = (number: number) => number.toLocaleString("en");
  return new UserError(
    `${what}: ${of(count)} calls of a tool are too many`,
    `At most ${of(MAX_CALLS_PER_TOOL)} are made; vary less at a time.`,
  );
}

/**
 * The arguments of every combination of the values; the last one varies fastest.
 *
 * @param base the other arguments
 * @param schema the tool's `inputSchema`, which determines the types of the values
 * @throws {UserError} for more than {@linkcode MAX_CALLS_PER_TOOL}
 */
export function varied(
  base: Readonly<Record<string, unknown>>,
  varies: readonly Vary[],
  schema: Schema,
): Record<string, unknown>[] {
  const count = varies.reduce((all, { values }) => all * values.length, 1);
  if (count > MAX_CALLS_PER_TOOL) throw tooMany("--vary", count);
  let all: Record<string, unknown>[] = [{ ...base }];
  for (const { name, values } of varies) {
    const property = propertyOf(schema, name) ?? {};
    const typed = values.map((it) => typedValue(it, property, schema));
    all = all.flatMap((args) =>
      typed.map((value) => ({ ...args, [name]: value }))
    );
  }
  return all;
}

/** The schema of an argument; undefined if the tool has none of that name. */
export function propertyOf(schema: Schema, name: string): Schema | undefined {
  const { properties } = flatten(schema, schema);
  if (!isObject(properties) || !Object.hasOwn(properties, name)) {
    return undefined;
  }
  const property = properties[name];
  return isObject(property) ? flatten(property, schema) : {};
}

/** Converts a typed value to the argument's type; for an array, to a list of one. */
function typedValue(text: string, schema: Schema, root: Schema): unknown {
  if (Array.isArray(schema.enum)) {
    const meant = schema.enum.find((it) => String(it) === text);
    if (meant !== undefined) return meant;
  }
  switch (typeOf(schema)) {
    case "array": {
      const { items } = schema;
      const item = isObject(items) ? flatten(items, root) : {};
      return [typedValue(text, item, root)];
    }
    case "integer":
    case "number":
      // A value of a wrong type is passed on, to see how the tool reacts.
      return text.trim() === "" || Number.isNaN(Number(text))
        ? text
        : Number(text);
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    case "object":
      return fromJson(text);
    default:
      return "type" in schema || "enum" in schema ? text : fromJson(text);
  }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
