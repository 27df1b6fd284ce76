import type { ErrorRule } from "./config.ts";
import type { UpstreamToolResult } from "./tool_result.ts";

/**
 * Marks a result as an error if a rule matches: some servers report failures, and
 * questions that nobody can answer, as plain JSON text.
 *
 * @returns the same object where no rule applies
 */
export function markFailure(
  result: UpstreamToolResult,
  rules: readonly ErrorRule[],
): UpstreamToolResult {
  if (rules.length === 0 || result.isError) return result;
  for (const value of valuesOf(result)) {
    for (const { path, equals } of rules) {
      const found = at(value, path);
      if (equals.some((it) => same(it, found))) {
        return { ...result, isError: true };
      }
    }
  }
  return result;
}

/** The structured content, and each text that is a JSON object or list. */
function* valuesOf({ structuredContent, content }: UpstreamToolResult) {
  if (structuredContent !== undefined) yield structuredContent;
  for (const { text } of content ?? []) {
    if (typeof text !== "string" || !/^\s*[{[]/.test(text)) continue;
    try {
      yield JSON.parse(text);
    } catch {
      // Not JSON after all.
    }
  }
}

function at(value: unknown, path: readonly string[]): unknown {
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    if (!Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function same(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === "object" && typeof b === "object" &&
    JSON.stringify(a) === JSON.stringify(b));
}
