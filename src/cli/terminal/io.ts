/**
 * What a command may touch of the process. Tests hand in their own.
 *
 * @module
 */

import type { MutableEnvironment } from "../../config/load_settings.ts";
import type { Writer } from "./writer.ts";

/** The process as commands see it. */
export interface Io {
  readonly env: MutableEnvironment;
  /** Current folder, absolute. */
  cwd(): string;
  readonly stdin: ReadableStream<Uint8Array>;
  /** For results only. */
  readonly stdout: Writer;
  /** For everything else that people read. */
  readonly stderr: Writer;
  /**
   * Calls the function when the user wants to stop (Ctrl-C, or a termination
   * signal) instead of ending the process.
   *
   * @returns removes the listener
   */
  onInterrupt(stop: (exitCode: number) => void): () => void;
}
