import { type LogLevel, logLevels } from "../config/kinds.ts";
import type { Writer } from "./writer.ts";

/** Messages on stderr, as many as `LOG_LEVEL` asks for. */
export class Logger {
  readonly #writer: Writer;
  readonly #least: number;

  constructor(writer: Writer, level: LogLevel) {
    this.#writer = writer;
    this.#least = logLevels.indexOf(level);
  }

  /** Good to know. */
  info(message: string): void {
    this.#say("INFO", message);
  }

  /** Something was left out or is not as it seems. */
  warning(message: string): void {
    this.#say("WARNING", message);
  }

  #say(level: LogLevel, message: string): void {
    if (logLevels.indexOf(level) >= this.#least) {
      this.#writer.line(`docs: ${message}`);
    }
  }
}
