/**
 * The one module that owns stdout. A result is written whole or not at all:
 * short writes are continued, a pipe that is full is waited for, and a reader
 * that has gone (`docs list | head -1`) ends the command as a success.
 *
 * @module
 */

/** Thrown when the reader has closed its end. The command ends quietly, exit code 0. */
export class ReaderGone extends Error {
  override readonly name = "ReaderGone";
}

/** What a writer writes to: `Deno.stdout`, `Deno.stderr`, or a test's. */
export interface ByteSink {
  writeSync(bytes: Uint8Array): number;
  isTerminal(): boolean;
}

/** Writes text to a sink, completely. */
export class Writer {
  readonly #sink: ByteSink;
  readonly #readerMayGo: boolean;
  readonly #encoder = new TextEncoder();
  #terminal: boolean | undefined;
  #used = false;

  /**
   * @param readerMayGo for stderr: what nobody reads is dropped, and the
   *   command goes on
   */
  constructor(sink: ByteSink, readerMayGo = false) {
    this.#sink = sink;
    this.#readerMayGo = readerMayGo;
  }

  /** Whether people look at it directly. */
  get isTerminal(): boolean {
    return this.#terminal ??= this.#sink.isTerminal();
  }

  /** Whether nothing has been written to it. */
  get isUnused(): boolean {
    return !this.#used;
  }

  /** Columns of the terminal; 80 where there is none. */
  get columns(): number {
    try {
      return Deno.consoleSize().columns || 80;
    } catch {
      return 80;
    }
  }

  /**
   * Writes all of it before it returns.
   *
   * @throws {ReaderGone} when the reader has closed its end
   */
  write(text: string): void {
    this.#used = true;
    let bytes = this.#encoder.encode(text);
    while (bytes.length > 0) {
      try {
        bytes = bytes.subarray(this.#sink.writeSync(bytes));
      } catch (error) {
        if (!(error instanceof Deno.errors.WouldBlock)) {
          // Also of a terminal that was closed, or a disk that is full.
          if (this.#readerMayGo) return;
          if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
          throw new ReaderGone("the reader has gone");
        }
        // A pipe that someone made non-blocking is full: let the reader read.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
      }
    }
  }

  /** Writes a line. */
  line(text = ""): void {
    this.write(text + "\n");
  }

  /** Writes a value as JSON: on a terminal spread over lines, else on one. */
  json(value: unknown): void {
    this.line(JSON.stringify(value, null, this.isTerminal ? 2 : undefined));
  }
}
