import { isObject } from "../is_object.ts";

/** Tool arguments that clients and models cannot set. */
export interface ArgumentRules {
  /** Always overwritten with these values. */
  force: Readonly<Record<string, unknown>>;
  /** Always removed. */
  drop: readonly string[];
}

/** A JSON Schema, or a part of one. */
export type Schema = Record<string, unknown>;

/**
 * The arguments that a server gets. A forced one is set where the tool has it,
 * and where the client sent it nevertheless; a tool that has no such argument
 * could refuse it.
 *
 * @param schema of the tool's input; undefined if it is not known
 */
export function adaptArguments(
  given: Readonly<Record<string, unknown>> | undefined,
  { force, drop }: ArgumentRules,
  schema: Schema | undefined,
): Record<string, unknown> {
  const adapted: Record<string, unknown> = { ...given };
  for (const name of drop) delete adapted[name];
  for (const [name, value] of Object.entries(force)) {
    if (
      name in adapted || schema === undefined || declares(schema, name)
    ) adapted[name] = value;
  }
  return adapted;
}

/**
 * An input schema without the forced and dropped arguments, so that clients and
 * models do not see them.
 */
export function adaptSchema(
  schema: Schema,
  { force, drop }: ArgumentRules,
): Schema {
  const hidden = new Set([...Object.keys(force), ...drop]);
  return hidden.size === 0 ? schema : without(schema, hidden);
}

/** Keywords whose subschemas apply to the same object as their parent. */
const COMBINING = ["allOf", "anyOf", "oneOf"];
const CONDITIONAL = ["if", "then", "else", "not"];

function without(schema: Schema, hidden: ReadonlySet<string>): Schema {
  const result: Schema = { ...schema };
  const { properties, required } = schema;
  if (isObject(properties)) {
    result.properties = Object.fromEntries(
      Object.entries(properties).filter(([name]) => !hidden.has(name)),
    );
  }
  if (Array.isArray(required)) {
    result.required = required.filter((name) => !hidden.has(name));
    // Draft 4 does not allow an empty list.
    if ((result.required as unknown[]).length === 0) delete result.required;
  }
  for (const keyword of COMBINING) {
    const parts = schema[keyword];
    if (Array.isArray(parts)) {
      result[keyword] = parts.map((it) =>
        isObject(it) ? without(it, hidden) : it
      );
    }
  }
  for (const keyword of CONDITIONAL) {
    const part = schema[keyword];
    if (isObject(part)) result[keyword] = without(part, hidden);
  }
  return result;
}

function declares(schema: Schema, name: string): boolean {
  const { properties } = schema;
  if (isObject(properties) && Object.hasOwn(properties, name)) return true;
  return COMBINING.some((keyword) => {
    const parts = schema[keyword];
    return Array.isArray(parts) &&
      parts.some((it) => isObject(it) && declares(it, name));
  });
}
