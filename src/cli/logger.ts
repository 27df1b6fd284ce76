import { type LogLevel, logLevels } from "../log_level.ts";
import type { Writer } from "./writer.ts";

/** Who is told of things beside the result: stderr, or the log of a server. */
export interface Messages {
  /** Good to know. */
  info(message: string): void;
  /** Something was left out or is not as it seems. */
  warning(message: string): void;
}

/** Messages on stderr, as many as `LOG_LEVEL` asks for. */
export class Logger implements Messages {
  readonly #writer: Writer;
  readonly #least: number;

  constructor(writer: Writer, level: LogLevel) {
    this.#writer = writer;
    this.#least = logLevels.indexOf(level);
  }

  info(message: string): void {
    this.#say("INFO", message);
  }

  warning(message: string): void {
    this.#say("WARNING", message);
  }

  #say(level: LogLevel, message: string): void {
    if (logLevels.indexOf(level) >= this.#least) {
      this.#writer.line(`docs: ${message}`);
    }
  }
}
