import { Interrupted } from "./interrupted.ts";
import type { Io } from "./io.ts";

/**
 * Runs work that Ctrl-C, or a termination signal, aborts.
 *
 * @throws {Interrupted} it was aborted so
 */
export async function interruptible<T>(
  io: Io,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let exitCode = 130;
  const release = io.onInterrupt((code) => {
    exitCode = code;
    controller.abort();
  });
  try {
    return await work(controller.signal);
  } catch (error) {
    if (controller.signal.aborted) throw new Interrupted(exitCode);
    throw error;
  } finally {
    release();
  }
}
