import { type LogLevel, logLevels } from "./log_level.ts";
import { printable } from "./text/visible.ts";

/** A server's log. It goes to stderr or a file, never to stdout. */
export class Log {
  readonly #write: (line: string) => void;
  readonly #threshold: number;

  /**
   * @param write writes one line; it gets the line without a newline
   * @param level messages below this level are dropped
   */
  constructor(write: (line: string) => void, level: LogLevel) {
    this.#write = write;
    this.#threshold = logLevels.indexOf(level);
  }

  /** Details for debugging. */
  debug(message: string): void {
    this.#say("DEBUG", message);
  }

  /** Normal operation: started, reloaded, stopped. */
  info(message: string): void {
    this.#say("INFO", message);
  }

  /** Something failed, but the server goes on. */
  warning(message: string): void {
    this.#say("WARNING", message);
  }

  /** The stack trace of an error, at level DEBUG. */
  stack(error: unknown): void {
    this.debug(error instanceof Error ? error.stack ?? "" : String(error));
  }

  #say(level: LogLevel, message: string): void {
    if (logLevels.indexOf(level) < this.#threshold) return;
    const time = new Date().toISOString();
    // Names come from clients: a line break in one must not forge a log line.
    this.#write(`${time} ${level} ${printable(message)}`);
  }
}
