import { isObject } from "../is_object.ts";

/** Keys under which a server puts its real answer: `{"status": "success", "data": {…}}`. */
const WRAPPERS = ["data", "result", "results", "response", "payload", "body"];

/** Objects within each other that are looked into. */
const DEEPEST = 3;

/**
 * An answer and the answers that it wraps, outermost first, each with its path. A
 * list or a text is no wrapped answer.
 */
export function wrapped(
  value: Record<string, unknown>,
): { path: string[]; value: Record<string, unknown> }[] {
  const found = [{ path: [] as string[], value }];
  for (const { path, value } of found) {
    if (path.length === DEEPEST) break;
    for (const key of WRAPPERS) {
      const inner = Object.hasOwn(value, key) ? value[key] : undefined;
      if (isObject(inner)) found.push({ path: [...path, key], value: inner });
    }
  }
  return found;
}
