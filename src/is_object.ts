/** Whether a value, such as parsed JSON, is an object: not an array, not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
