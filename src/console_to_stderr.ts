/** The methods of `console` that print to stdout. */
const METHODS = [
  ...["log", "info", "debug", "dir", "dirxml", "table"],
  ...["group", "groupCollapsed", "count", "timeLog", "timeEnd"],
];

/**
 * Redirects every `console` method that prints to stdout to stderr: libraries
 * may log, and stdout holds only results.
 */
export function consoleToStderr(): void {
  for (const name of METHODS) Object.assign(console, { [name]: console.error });
}
