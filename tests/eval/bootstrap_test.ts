import assert from "node:assert/strict";
import { clusterInterval } from "./bootstrap.ts";

const alternate = (count: number) =>
  Array.from({ length: count }, (_, at) => at % 2);

Deno.test("clusterInterval() is about two standard errors on either side of the mean", () => {
  const clusters = alternate(400).map((_, at) => `${at}`);
  const [low, high] = clusterInterval(alternate(400), clusters);
  // The standard error is 0.5 / sqrt(400) = 0.025.
  assert.ok(Math.abs(low - 0.451) < 0.012, `${low}`);
  assert.ok(Math.abs(high - 0.549) < 0.012, `${high}`);
});

Deno.test("clusterInterval() is wider where the questions of a section rise and fall together", () => {
  const values = alternate(400).map((_, at) => Math.floor(at / 4) % 2);
  const width = ([low, high]: [number, number]) => high - low;
  const apart = clusterInterval(values, values.map((_, at) => `${at}`));
  const together = clusterInterval(
    values,
    values.map((_, at) => `${Math.floor(at / 4)}`),
  );
  assert.ok(width(together) > 1.7 * width(apart));
});
