import { type LogLevel, logLevels } from "./log_level.ts";
import { printable } from "./text/visible.ts";

/** Makes a line of a message. */
export type LogLayout = (message: string, level: LogLevel) => string;

/** Time, level and message: for servers, whose log is read later. */
const timedLine: LogLayout = (message, level) =>
  `${new Date().toISOString()} ${level} ${message}`;

/**
 * Messages of a command or a server. They go to stderr or a file, never to
 * stdout.
 */
export class Log {
  readonly #write: (line: string) => void;
  readonly #threshold: number;
  readonly #layout: LogLayout;

  /**
   * @param write writes one line; it gets the line without a newline
   * @param level messages below this level are dropped
   * @param layout makes the line; default: time, level and message
   */
  constructor(
    write: (line: string) => void,
    level: LogLevel,
    layout: LogLayout = timedLine,
  ) {
    this.#write = write;
    this.#threshold = logLevels.indexOf(level);
    this.#layout = layout;
  }

  /** Details for debugging. */
  debug(message: string): void {
    this.#say("DEBUG", message);
  }

  /** Normal operation: started, reloaded, stopped. */
  info(message: string): void {
    this.#say("INFO", message);
  }

  /** Something failed or was left out, but the program goes on. */
  warning(message: string): void {
    this.#say("WARNING", message);
  }

  /** The stack trace of an error, at level DEBUG. */
  stack(error: unknown): void {
    this.debug(error instanceof Error ? error.stack ?? "" : String(error));
  }

  #say(level: LogLevel, message: string): void {
    if (logLevels.indexOf(level) < this.#threshold) return;
    // Names come from clients and documents: a line break in one must not forge
    // a line, nor an escape sequence move the cursor.
    this.#write(this.#layout(printable(message), level));
  }
}
