/**
 * Nothing. `search_main.ts` loads it dynamically, and while it waits for that,
 * `deno run` gets to keep the compiled code of what it loaded before.
 *
 * @module
 */

export {};
