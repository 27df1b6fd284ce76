/**
 * What a JSON Schema says of a value, its references and alternatives resolved.
 *
 * @module
 */

import { isObject } from "../is_object.ts";
import type { Schema } from "../upstream/adapt_arguments.ts";

/** Deeper than this nothing is looked into: a schema can refer to itself. */
export const MAX_SCHEMA_DEPTH = 8;

/** A schema with what it refers to, and the first of its alternatives, in it. */
export function flatten(schema: Schema, root: Schema, depth = 0): Schema {
  if (depth > MAX_SCHEMA_DEPTH) return {};
  let { $ref, allOf, anyOf, oneOf, ...flat } = schema;
  const add = (part: unknown) => {
    if (isObject(part)) flat = joined(flat, flatten(part, root, depth + 1));
  };
  if (typeof $ref === "string") add(referred($ref, root));
  if (Array.isArray(allOf)) allOf.forEach(add);
  for (const parts of [anyOf, oneOf]) {
    if (!Array.isArray(parts)) continue;
    // A value says more than null does.
    add(parts.find((it) => it?.type !== "null") ?? parts[0]);
  }
  return flat;
}

function joined(a: Schema, b: Schema): Schema {
  const both: Schema = { ...b, ...a };
  if (isObject(a.properties) && isObject(b.properties)) {
    both.properties = { ...b.properties, ...a.properties };
  }
  if (Array.isArray(a.required) && Array.isArray(b.required)) {
    both.required = [...new Set([...a.required, ...b.required])];
  }
  return both;
}

/** What `#/$defs/NAME` stands for (RFC 6901); other documents are not fetched. */
function referred(reference: string, root: Schema): unknown {
  if (!reference.startsWith("#")) return undefined;
  let found: unknown = root;
  for (const part of decodeURIComponent(reference).split("/").slice(1)) {
    if (typeof found !== "object" || found === null) return undefined;
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}

/** The type that a schema names, or that its keywords speak of. */
export function typeOf(schema: Schema): string {
  const { type } = schema;
  if (typeof type === "string") return type;
  if (Array.isArray(type)) {
    return type.find((it) => it !== "null") ?? "null";
  }
  if ("properties" in schema || "required" in schema) return "object";
  if ("items" in schema || "prefixItems" in schema) return "array";
  if (["minimum", "maximum", "multipleOf"].some((it) => it in schema)) {
    return "number";
  }
  return "string";
}
