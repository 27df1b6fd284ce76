import { displayWidth, truncate } from "./width.ts";
import type { Writer } from "./writer.ts";

/** Milliseconds between two drawings, so that drawing never slows the work. */
const interval = 100;

/**
 * One line on a terminal that is drawn over and over. Where there is no
 * terminal it says nothing at all.
 */
export class ProgressLine {
  readonly #writer: Writer;
  readonly #now: () => number;
  #drawn = 0;
  #nextTime = -Infinity;

  /** @param now clock in milliseconds */
  constructor(writer: Writer, now: () => number = () => performance.now()) {
    this.#writer = writer;
    this.#now = now;
  }

  /** Shows a text in place of the one before; not more often than the eye needs. */
  update(text: () => string): void {
    if (!this.#writer.isTerminal || this.#now() < this.#nextTime) return;
    this.#nextTime = this.#now() + interval;
    const line = truncate(text(), this.#writer.columns - 1);
    const width = displayWidth(line);
    this.#writer.write(
      `\r${line}${" ".repeat(Math.max(0, this.#drawn - width))}`,
    );
    this.#drawn = width;
  }

  /** Clears the progress line and writes a permanent one. */
  line(text: string): void {
    this.clear();
    this.#writer.line(text);
  }

  /** Clears the line, before anything else is written. */
  clear(): void {
    if (this.#drawn === 0) return;
    this.#writer.write(`\r${" ".repeat(this.#drawn)}\r`);
    this.#drawn = 0;
  }
}
