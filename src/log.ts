import { type LogLevel, logLevels } from "./log_level.ts";
import { printable } from "./text/visible.ts";

/** What a server says about itself, to stderr or a file, never to stdout. */
export class Log {
  readonly #write: (line: string) => void;
  readonly #least: number;

  /**
   * @param write takes a line without its end
   * @param level the least that is written
   */
  constructor(write: (line: string) => void, level: LogLevel) {
    this.#write = write;
    this.#least = logLevels.indexOf(level);
  }

  /** For those who look for a fault. */
  debug(message: string): void {
    this.#say("DEBUG", message);
  }

  /** Good to know. */
  info(message: string): void {
    this.#say("INFO", message);
  }

  /** Something does not work, but the server does. */
  warning(message: string): void {
    this.#say("WARNING", message);
  }

  /** Where an error came from, which only `LOG_LEVEL=DEBUG` shows. */
  stack(error: unknown): void {
    this.debug(error instanceof Error ? error.stack ?? "" : String(error));
  }

  #say(level: LogLevel, message: string): void {
    if (logLevels.indexOf(level) < this.#least) return;
    const time = new Date().toISOString();
    // A line each for a terminal, whatever a client has put into a name.
    this.#write(`${time} ${level} ${printable(message)}`);
  }
}
