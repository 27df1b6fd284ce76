/** The methods of `console` that print to stdout. */
const METHODS = [
  ...["log", "info", "debug", "dir", "dirxml", "table"],
  ...["group", "groupCollapsed", "count", "timeLog", "timeEnd"],
];

/**
 * Has whatever a library prints by `console` go to stderr, so that stdout holds
 * nothing but results.
 */
export function consoleToStderr(): void {
  for (const name of METHODS) Object.assign(console, { [name]: console.error });
}
