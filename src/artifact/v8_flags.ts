/**
 * V8 flags for `deno compile`, as one argument.
 *
 * - `--single-threaded`: V8's helper threads cost a short command a fifth of its
 *   CPU time and do not help a long one: building 16 MB of documents takes 15
 *   CPU-seconds without them and 17 with them.
 * - `--wasm-tiering-budget`: without helper threads, optimising WebAssembly stops
 *   the main thread. This budget is large enough that a single search ends before,
 *   which saves it 3.5 ms; warm queries are as fast as before.
 * - `--invocation-count-for-maglev…`: likewise optimises JavaScript only after ten
 *   times as many calls as by default. A search saves 1.5 ms; builds and many
 *   queries take no longer.
 * - `--min-semi-space-size=16` (MB): a larger young generation is not collected
 *   during a start. That saves a search 3 ms and a server's first result 9 ms; peak
 *   memory stays the same.
 * - `--expose-gc`: for the server (`mcp/collect_garbage.ts`).
 */
export const COMPILED_V8_FLAGS = "--v8-flags=--single-threaded," +
  "--wasm-tiering-budget=200000000," +
  "--invocation-count-for-maglev=4000,--invocation-count-for-maglev-osr=1000," +
  "--min-semi-space-size=16,--expose-gc";

/**
 * The same for `deno run`, plus `--no-lazy`, which compiles all functions at load.
 * Deno caches only code that was compiled by then, so a search takes a tenth less.
 * A compiled program has no such cache; there the flag would only cost time.
 */
export const RUN_V8_FLAGS = `${COMPILED_V8_FLAGS},--no-lazy`;

/**
 * Aborts `Request.signal` only when the client has disconnected. Without the flag
 * Deno aborts it after every response, and warns on stderr.
 */
export const ABORT_FLAG = "--unstable-no-legacy-abort";
