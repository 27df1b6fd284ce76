import assert from "node:assert/strict";
import fc from "fast-check";
import { lastNotAfter } from "../../src/index/last_not_after.ts";

Deno.test("lastNotAfter is the last index with a number <= the value, also with equal numbers and uneven steps", () => {
  const step = fc.oneof(fc.nat({ max: 2 }), fc.nat({ max: 10_000 }));
  fc.assert(fc.property(
    fc.array(step, { minLength: 1, maxLength: 200 }),
    fc.nat(),
    (steps, a) => {
      const table = new Uint32Array(steps.length + 2);
      steps.forEach((it, at) => table[at + 1] = table[at] + it);
      table[steps.length + 1] = table[steps.length] + 1;
      const value = a % table.at(-1)!;
      const place = lastNotAfter(table, value);
      assert.ok(table[place] <= value);
      assert.ok(table[place + 1] > value);
    },
  ));
});
