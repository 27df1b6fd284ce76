/**
 * Awaits a promise whose work takes no abort signal, but no longer than until
 * the signal is aborted. The work itself goes on.
 *
 * @throws the signal's reason
 */
export async function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([aborted.promise, work]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
