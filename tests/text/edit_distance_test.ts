import { equal } from "node:assert/strict";
import fc from "fast-check";
import { editDistance } from "../../src/text/edit_distance.ts";

const word = fc.string({ unit: fc.constantFrom(..."abc"), maxLength: 9 });

Deno.test("editDistance counts edits as the whole matrix does, up to the limit", () => {
  equal(editDistance("alais", "alias"), 1);
  equal(editDistance("ca", "abc"), 3); // no edit inside two changed neighbours
  fc.assert(fc.property(word, word, fc.nat(9), (a, b, limit) => {
    const expected = plainDistance(a, b);
    equal(editDistance(a, b, limit), Math.min(expected, limit + 1));
    equal(editDistance(b, a), expected);
  }));
});

/** Optimal string alignment by the whole matrix. */
function plainDistance(a: string, b: string): number {
  const edits = Array.from({ length: a.length + 1 }, () => new Array<number>());
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      const ways = [];
      if (i === 0 && j === 0) ways.push(0);
      if (i > 0) ways.push(edits[i - 1][j] + 1);
      if (j > 0) ways.push(edits[i][j - 1] + 1);
      if (i > 0 && j > 0) {
        ways.push(edits[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      }
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        ways.push(edits[i - 2][j - 2] + 1);
      }
      edits[i][j] = Math.min(...ways);
    }
  }
  return edits[a.length][b.length];
}
