/** How much is said on stderr, most first. */
export const logLevels = ["DEBUG", "INFO", "WARNING", "ERROR"] as const;
/** One of {@linkcode logLevels}. */
export type LogLevel = typeof logLevels[number];
