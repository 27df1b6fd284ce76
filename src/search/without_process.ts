/**
 * Runs something synchronous while the global `process` is out of sight.
 *
 * Deno makes `process` when it is first looked at, which loads the whole Node
 * layer: 13 ms of CPU. Orama looks at it to tell the time, and
 * takes `performance.now()` where there is none.
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
