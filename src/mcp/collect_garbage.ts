/** How often memory is looked at, in ms. */
const PERIOD = 1_000;

/** What may be added to the heap before it is collected, in bytes. */
const GROWTH = 25e6;

/**
 * Triggers garbage collection in a long-running server. V8 without helper threads
 * (`artifact/v8_flags.ts`) by itself lets it grow to many hundred MB, since
 * nobody begins to collect before a limit is reached; here it takes 40 ms now
 * and then. Does nothing where V8 was not started with `--expose-gc`.
 *
 * @returns stops it
 */
export function collectGarbage(): () => void {
  const { gc } = globalThis as { gc?: (options: { type: "major" }) => void };
  if (gc === undefined) return () => {};
  let least = Infinity;
  const timer = setInterval(() => {
    const used = Deno.memoryUsage().heapUsed;
    least = Math.min(least, used);
    if (used < least + GROWTH) return;
    gc({ type: "major" });
    least = Deno.memoryUsage().heapUsed;
  }, PERIOD);
  Deno.unrefTimer(Number(timer));
  return () => clearInterval(timer);
}
