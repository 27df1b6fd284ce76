/**
 * Resolves references and alternatives in a JSON Schema.
 *
 * @module
 */

import { isObject } from "../is_object.ts";
import type { Schema } from "../upstream/adapt_arguments.ts";

/** Maximum nesting that is followed, because a schema can refer to itself. */
export const MAX_SCHEMA_DEPTH = 8;

/**
 * Merges into a schema what `$ref` and `allOf` refer to, and of `anyOf` and `oneOf` the
 * first alternative that is not null. Its own keywords win.
 *
 * @param root the whole schema, which references are relative to
 */
export function flatten(schema: Schema, root: Schema, depth = 0): Schema {
  if (depth > MAX_SCHEMA_DEPTH) return {};
  let { $ref, allOf, anyOf, oneOf, ...flat } = schema;
  const add = (part: unknown) => {
    if (isObject(part)) flat = joined(flat, flatten(part, root, depth + 1));
  };
  if (typeof $ref === "string") add(resolveReference($ref, root));
  if (Array.isArray(allOf)) allOf.forEach(add);
  for (const parts of [anyOf, oneOf]) {
    if (!Array.isArray(parts)) continue;
    // Prefer an alternative other than null.
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

/** Resolves a JSON Pointer such as `#/$defs/NAME` (RFC 6901); other documents are not fetched. */
function resolveReference(reference: string, root: Schema): unknown {
  if (!reference.startsWith("#")) return undefined;
  let pointer: string;
  try {
    pointer = decodeURIComponent(reference);
  } catch {
    return undefined; // A percent sign that begins no escape.
  }
  let found: unknown = root;
  for (const part of pointer.split("/").slice(1)) {
    if (typeof found !== "object" || found === null) return undefined;
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}

/** The type that a schema names, else the one that its keywords imply, else "string". */
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
