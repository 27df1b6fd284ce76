/**
 * V8's helper threads cost a short command a fifth of its CPU time and gain a
 * long one nothing: building 16 MB of documents takes 15 CPU-seconds without
 * them and 17 with.
 *
 * Without helpers WebAssembly is compiled a second time, better, in the midst
 * of the work. The budget before that is set so that a single search is over by
 * then, which saves it 3.5 ms; warm queries are as fast as before. In the same
 * way JavaScript is compiled again only where it is called ten times as often as
 * usual: 1.5 ms less for a search, nothing more for builds and many queries.
 *
 * A young generation of 16 MB is not collected while a program starts: 3 ms of
 * a search, 9 ms of a server's first result, for no more memory at the peak.
 * `--expose-gc` is for the server (`mcp/collect_garbage.ts`).
 */
export const COMPILED_V8_FLAGS = "--v8-flags=--single-threaded," +
  "--wasm-tiering-budget=200000000," +
  "--invocation-count-for-maglev=4000,--invocation-count-for-maglev-osr=1000," +
  "--min-semi-space-size=16,--expose-gc";

/**
 * Deno keeps compiled code between runs, but only of functions that were
 * compiled when the module was loaded: with all of them, a search takes a tenth
 * less. A compiled program keeps nothing, so there it would cost time.
 */
export const RUN_V8_FLAGS = `${COMPILED_V8_FLAGS},--no-lazy`;

/**
 * Tells a server when a client has really gone: without it `Request.signal` is
 * aborted after every reply, and Deno says so on stderr.
 */
export const ABORT_FLAG = "--unstable-no-legacy-abort";
