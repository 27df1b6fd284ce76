/**
 * Parts of the output schemas that several tools share.
 *
 * @module
 */

import type { Json } from "../tool.ts";

/** Schemas of plain values. */
export const text = { type: "string" };
export const count = { type: "integer", minimum: 0 };
export const line = { type: "integer", minimum: 1 };
export const score = { type: "number", minimum: 0, maximum: 1 };
export const rank = nullable(line);
export const texts = { type: "array", items: text };

/** What names a section and says where it stands. */
export const place = {
  id: text,
  path: text,
  anchor: text,
  title: text,
  heading_path: texts,
  url: text,
  start_line: line,
  end_line: line,
};

/**
 * What may be null. Two branches and not two types, which some clients cannot
 * put into the dialect of their model.
 */
export function nullable(schema: Json): Json {
  return { anyOf: [schema, { type: "null" }] };
}

/** An object that must have all of these and may have the others. */
export function object(
  properties: Record<string, Json>,
  optional: Record<string, Json> = {},
): { type: "object"; [key: string]: Json } {
  return {
    type: "object",
    properties: { ...properties, ...optional },
    required: Object.keys(properties),
  };
}

/** A list of such objects. */
export function list(items: Json): Json {
  return { type: "array", items };
}
