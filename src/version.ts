/** Version of the program; a test holds it against deno.json. */
export const VERSION = "0.1.0";
