import assert from "node:assert/strict";
import { reasonOfMissingBase } from "../../src/tasks/compile_program.ts";

Deno.test("reasonOfMissingBase() is the innermost cause, without the stack", () => {
  const stderr =
    `error: Writing deno compile executable to temporary file '/x/docs.tmp'

Caused by:
    0: Setting up base binary.
    1: error sending request for url (https://host/denort.zip): client error
    2: dns error

Stack backtrace:
   0: <unknown>
`;
  assert.equal(reasonOfMissingBase(stderr), "dns error");
});

Deno.test("reasonOfMissingBase() is undefined for other errors", () => {
  const stderr = `error: Module not found "file:///x/main.js".\n`;
  assert.equal(reasonOfMissingBase(stderr), undefined);
});
