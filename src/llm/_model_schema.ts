/**
 * Reduces JSON Schemas of tools to the keywords that model APIs accept. A reduced
 * schema only allows more: arguments are checked against the whole one anyway.
 *
 * @module
 */

import { isObject } from "../is_object.ts";

type Schema = Record<string, unknown>;

/**
 * Keywords of JSON Schema that Gemini knows
 * (ai.google.dev/api/generate-content, `responseJsonSchema`); servers with
 * OpenAI's API take them too.
 */
const KNOWN = new Set([
  ...["$defs", "$ref", "type", "title", "description", "enum", "format"],
  ...["items", "prefixItems", "minItems", "maxItems", "minimum", "maximum"],
  ...["anyOf", "properties", "additionalProperties", "required"],
]);

/** Formats that Gemini knows; others it refuses. */
const FORMATS = new Set(["date-time", "date", "time"]);

/**
 * The parameters of a tool as both APIs accept them: an object with properties,
 * without alternatives at the top level, which OpenAI refuses.
 */
export function modelSchema(schema: Schema): Schema {
  const { oneOf, anyOf, allOf, ...rest } = schema;
  const either = branches(oneOf) ?? branches(anyOf) ?? [];
  const all = branches(allOf) ?? [];
  const top: Schema = { ...rest, type: "object" };
  top.properties = Object.assign(
    {},
    ...[...either, ...all, rest].map(({ properties }) =>
      isObject(properties) ? properties : {}
    ),
  );
  const required = [
    ...names(rest.required),
    ...all.flatMap((it) => names(it.required)),
    // Required by every alternative.
    ...names(either[0]?.required).filter((name) =>
      either.every((it) => names(it.required).includes(name))
    ),
  ];
  if (required.length > 0) top.required = [...new Set(required)];
  delete top.enum;
  return reduced(top);
}

function reduced(schema: Schema): Schema {
  const { definitions, const: only, oneOf, ...said } = schema;
  const { exclusiveMinimum, exclusiveMaximum } = said;
  // Gemini allows no keyword beside `$ref`.
  if (typeof said.$ref === "string") {
    return { $ref: said.$ref.replace("#/definitions/", "#/$defs/") };
  }
  if (only !== undefined) said.enum ??= [only];
  if (oneOf !== undefined) said.anyOf ??= oneOf;
  if (definitions !== undefined) said.$defs ??= definitions;
  if (typeof exclusiveMinimum === "number") said.minimum ??= exclusiveMinimum;
  if (typeof exclusiveMaximum === "number") said.maximum ??= exclusiveMaximum;
  for (const part of branches(said.allOf) ?? []) {
    for (const [key, value] of Object.entries(part)) said[key] ??= value;
  }
  if (said.type === "array") said.items ??= {};
  if (!FORMATS.has(said.format as string)) delete said.format;
  // Gemini accepts only strings and numbers in `enum`.
  if (!isEnum(said.enum)) delete said.enum;
  const entries = Object.entries(said).filter(([key]) => KNOWN.has(key));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, deeper(key, value)]),
  );
}

function deeper(key: string, value: unknown): unknown {
  switch (key) {
    case "properties":
    case "$defs":
      return Object.fromEntries(
        Object.entries(value as Schema).map(([name, it]) => [name, inner(it)]),
      );
    case "items":
    case "additionalProperties":
      return inner(value);
    case "anyOf":
    case "prefixItems":
      return Array.isArray(value) ? value.map(inner) : value;
    default:
      return value;
  }
}

function inner(value: unknown): unknown {
  return isObject(value) ? reduced(value) : value === true ? {} : value;
}

function branches(value: unknown): Schema[] | undefined {
  return Array.isArray(value) ? value.filter(isObject) : undefined;
}

function names(value: unknown): string[] {
  return Array.isArray(value)
    ? value.filter((it) => typeof it === "string")
    : [];
}

function isEnum(value: unknown): boolean {
  return Array.isArray(value) &&
    value.every((it) => typeof it === "string" || typeof it === "number");
}
