import { isObject } from "../is_object.ts";
import { didYouMean } from "../text/did_you_mean.ts";
import { quoted } from "../text/quoted.ts";
import { UserError } from "../user_error.ts";
import type { ArgumentSchema, Tool, ToolArguments } from "./tool.ts";

/**
 * Checks the arguments of a call and fills in the defaults. A wrong name that
 * is known to be used for a right one is accepted; null counts as not given,
 * which models write for what they leave out.
 *
 * @throws {UserError} naming what is wrong and all the arguments there are
 */
export function readArguments(tool: Tool, given: unknown): ToolArguments {
  const { name, inputSchema: { properties, required } } = tool.definition;
  const known = Object.keys(properties);
  const list = `Arguments of ${name}: ${known.join(", ")}.`;
  if (given !== undefined && !isObject(given)) {
    throw new UserError(`the arguments of ${name} must be an object`, list);
  }
  const read: ToolArguments = {};
  const ordered = Object.entries(given ?? {})
    .sort(([a], [b]) => Number(known.includes(b)) - Number(known.includes(a)));
  for (const [key, value] of ordered) {
    const right = known.includes(key)
      ? key
      : Object.hasOwn(tool.aliases, key)
      ? tool.aliases[key]
      : undefined;
    if (right === undefined) {
      const meant = didYouMean(key, known);
      throw new UserError(
        `${name} has no argument ${quoted(key, 100)}`,
        (meant ? `Did you mean ${meant}? ` : "") + list,
      );
    }
    if (value === null || read[right] !== undefined) continue;
    read[right] = readValue(`${name}: ${key}`, value, properties[right]!);
  }
  for (const key of known) read[key] ??= properties[key]!.default;
  for (const key of required) {
    if (read[key] === undefined) {
      throw new UserError(`${name} needs the argument ${key}`, list);
    }
  }
  return read;
}

function readValue(
  name: string,
  value: unknown,
  schema: ArgumentSchema,
): string | number | boolean | string[] {
  if (schema.type === "array") {
    const { items, maxItems = Infinity } = schema;
    // Some models write one text where a list is meant.
    const list = typeof value === "string" ? [value] : value;
    if (!Array.isArray(list)) {
      throw new UserError(`${name} must be a list of texts`);
    }
    if (list.length > maxItems) {
      throw new UserError(
        `${name} has ${list.length} texts, more than ${maxItems}`,
      );
    }
    return list.map((it, at) =>
      readValue(`${name}[${at}]`, it, { ...items!, description: "" }) as string
    );
  }
  if (schema.type === "integer") {
    const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
    // Some models write numbers as text.
    const number = typeof value === "string" && /^\d+$/.test(value)
      ? Number(value)
      : value;
    if (
      typeof number === "number" && Number.isInteger(number) &&
      number >= minimum && number <= maximum
    ) return number;
    throw new UserError(
      schema.maximum === undefined
        ? `${name} must be a whole number from ${minimum}`
        : `${name} must be a whole number from ${minimum} to ${maximum}`,
    );
  }
  if (schema.type === "boolean") {
    if (typeof value === "boolean") return value;
    throw new UserError(`${name} must be true or false`);
  }
  if (typeof value !== "string" || value.trim() === "") {
    throw new UserError(`${name} must be a text that is not empty`);
  }
  if (schema.maxLength !== undefined && value.length > schema.maxLength) {
    throw new UserError(
      `${name} has ${value.length} characters, more than ${schema.maxLength}`,
    );
  }
  return value;
}
