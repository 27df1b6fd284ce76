import assert from "node:assert/strict";
import fc from "fast-check";
import { type Case, fit, odds } from "./logistic.ts";

const cases = fc.array(
  fc.record<Case>({
    features: fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    ),
    outcome: fc.constantFrom(0, 1),
    weight: fc.constantFrom(0.5, 1, 2),
  }),
  { minLength: 10, maxLength: 30 },
).filter((all) => new Set(all.map(({ outcome }) => outcome)).size === 2);

Deno.test("fit finds the log odds of two groups, each case counted by its weight", () => {
  const of = (feature: number, outcome: 0 | 1, weight: number): Case => ({
    features: [feature],
    outcome,
    weight,
  });
  // 1 to 3 without the feature, 4 to 1 with it.
  const weights = fit(
    [of(0, 1, 1), of(0, 0, 3), of(1, 1, 2), of(1, 1, 2), of(1, 0, 1)],
    0,
  );
  assert.ok(Math.abs(odds(weights, [0]) - Math.log(1 / 3)) < 1e-4);
  assert.ok(Math.abs(odds(weights, [1]) - Math.log(4)) < 1e-4);
});

Deno.test("fit expects in all as many as there were", () => {
  fc.assert(
    fc.property(cases, (cases) => {
      const weights = fit(cases, 0.01);
      const missing = cases.reduce(
        (sum, { features, outcome, weight }) =>
          sum +
          weight * (outcome - 1 / (1 + Math.exp(-odds(weights, features)))),
        0,
      );
      assert.ok(Math.abs(missing) < 1e-4, `${missing}`);
    }),
    { numRuns: 30 },
  );
});
