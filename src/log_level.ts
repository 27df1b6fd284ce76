/** Log levels in ascending severity; a level includes those after it. */
export const logLevels = ["DEBUG", "INFO", "WARNING", "ERROR"] as const;
/** One of {@linkcode logLevels}. */
export type LogLevel = typeof logLevels[number];
