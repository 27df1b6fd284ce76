/**
 * V8's helper threads cost a short command a fifth of its CPU time and gain a
 * long one nothing: building 16 MB of documents takes 15.5 CPU-seconds without
 * them and 17.4 with (`deno task bench`).
 */
export const V8_FLAGS = "--v8-flags=--single-threaded";
