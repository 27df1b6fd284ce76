/** Result of variable expansion. */
export interface Expanded {
  value: unknown;
  /** Variables that are not set and have no default, each once. */
  missing: string[];
}

/**
 * Expands environment variables in all strings of a JSON value: `${NAME}` and
 * `${NAME:-default}`; `$${NAME}` stays as `${NAME}`. As in a shell, an empty
 * variable counts as not set. Keys are left as they are.
 */
export function expand(
  value: unknown,
  variable: (name: string) => string | undefined,
): Expanded {
  const missing = new Set<string>();
  const text = (it: string) =>
    it.replace(
      /\$(\$?)\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g,
      (whole, dollar: string, name: string, otherwise?: string) => {
        if (dollar) return whole.slice(1);
        const found = variable(name) || otherwise;
        if (found === undefined) missing.add(name);
        return found ?? "";
      },
    );
  const walk = (it: unknown): unknown => {
    if (typeof it === "string") return text(it);
    if (Array.isArray(it)) return it.map(walk);
    if (typeof it !== "object" || it === null) return it;
    return Object.fromEntries(
      Object.entries(it).map(([key, inner]) => [key, walk(inner)]),
    );
  };
  return { value: walk(value), missing: [...missing] };
}
