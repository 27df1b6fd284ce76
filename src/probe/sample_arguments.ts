/**
 * Generates arguments from a JSON Schema, so that a tool can be called without reading
 * its documentation.
 *
 * @module
 */

import { isObject } from "../is_object.ts";
import type { Schema } from "../upstream/adapt_arguments.ts";
import { sampleNumber } from "./_sample_number.ts";
import { DEFAULT_TEXT, sampleText } from "./_sample_text.ts";
import { flatten, MAX_SCHEMA_DEPTH, typeOf } from "./schema.ts";

/**
 * Minimal arguments of a call: every required argument, with a value from its schema
 * (`const`, `default`, `examples`, `enum`) or a simple one within its limits.
 *
 * @param schema a tool's `inputSchema` (JSON Schema, draft 4 to 2020-12)
 */
export function sampleArguments(schema: Schema): Record<string, unknown> {
  const value = new Sampler(schema).value({ type: "object", ...schema }, 0, 0);
  return isObject(value) ? value : {};
}

/** Maximum elements of a generated list, whatever `minItems` says. */
const MOST_ITEMS = 100;

class Sampler {
  readonly #root: Schema;

  constructor(root: Schema) {
    this.#root = root;
  }

  /** @param turn number of the sample, from 0; elements of a list should differ */
  value(subschema: unknown, depth: number, turn: number): unknown {
    if (!isObject(subschema)) return DEFAULT_TEXT;
    const schema = flatten(subschema, this.#root);
    if ("const" in schema) return schema.const;
    const given = givenValues(schema);
    if (given.length > 0) return given[turn % given.length];
    switch (typeOf(schema)) {
      case "object":
        return this.#object(schema, depth);
      case "array":
        return this.#array(schema, depth);
      case "integer":
        return sampleNumber(schema, true, turn);
      case "number":
        return sampleNumber(schema, false, turn);
      case "boolean":
        return turn % 2 === 1;
      case "null":
        return null;
      default:
        return sampleText(schema, turn);
    }
  }

  #object(schema: Schema, depth: number): Record<string, unknown> {
    const properties = isObject(schema.properties) ? schema.properties : {};
    const names = Array.isArray(schema.required) ? [...schema.required] : [];
    for (const name of Object.keys(properties)) {
      if (names.length >= Number(schema.minProperties ?? 0)) break;
      if (!names.includes(name)) names.push(name);
    }
    if (depth > MAX_SCHEMA_DEPTH) return {};
    return Object.fromEntries(
      names.map((
        name,
      ) => [name, this.value(properties[name], depth + 1, 0)]),
    );
  }

  #array(schema: Schema, depth: number): unknown[] {
    const { minItems, maxItems, items } = schema;
    const tuple = Array.isArray(schema.prefixItems)
      ? schema.prefixItems
      : Array.isArray(items)
      ? items
      : [];
    // At least one element: an empty list often means "all".
    const wanted = Math.max(
      Number(minItems ?? 0),
      depth > MAX_SCHEMA_DEPTH ? 0 : 1,
    );
    const length = Math.min(
      Math.max(wanted, depth > MAX_SCHEMA_DEPTH ? 0 : tuple.length),
      Number(maxItems ?? Infinity),
      MOST_ITEMS,
    );
    return Array.from(
      { length },
      (_, at) =>
        at < tuple.length
          ? this.value(tuple[at], depth + 1, 0)
          // Different elements, in case `uniqueItems` is set.
          : this.value(Array.isArray(items) ? {} : items, depth + 1, at),
    );
  }
}

/** Values that the schema itself gives, the best first. */
function givenValues(schema: Schema): unknown[] {
  const { examples, example } = schema;
  const choices = Array.isArray(schema.enum) ? schema.enum : [];
  const named = [
    ..."default" in schema && schema.default !== null ? [schema.default] : [],
    ...Array.isArray(examples) ? examples : [],
    ...example === undefined ? [] : [example],
  ].filter((value) => fits(value, schema, choices));
  return [
    ...new Set([...named, ...choices.filter((it) => it !== null), ...choices]),
  ];
}

/** Whether a default or example, which nothing validates, fits `enum` and `type`. */
function fits(value: unknown, schema: Schema, choices: unknown[]): boolean {
  if (choices.length > 0) return choices.includes(value);
  const types = [schema.type].flat().filter((it) => it !== undefined);
  return types.length === 0 || types.includes(kindOf(value)) ||
    (kindOf(value) === "integer" && types.includes("number"));
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}
