/**
 * Runs a synchronous function while the global `process` is hidden.
 *
 * Deno creates `process` on first access, which loads the whole Node layer:
 * 13 ms of CPU. Orama accesses it for timing, and falls back to
 * `performance.now()` if it is missing.
 */
export function withoutProcess<T>(run: () => T): T {
  const kept = Object.getOwnPropertyDescriptor(globalThis, "process");
  if (!kept?.configurable) return run();
  delete (globalThis as { process?: unknown }).process;
  try {
    return run();
  } finally {
    Object.defineProperty(globalThis, "process", kept);
  }
}
