import assert from "node:assert/strict";
import {
  type Outcome,
  outcomes,
  plantedAnswers,
  writtenAnswers,
} from "./_faithfulness.ts";

const all = outcomes(writtenAnswers());

function share(of: readonly Outcome[]): number {
  return of.filter(({ flagged }) => flagged).length / of.length;
}

Deno.test("the faithfulness set has as many claims as it says, in both languages", () => {
  const written = writtenAnswers();
  assert.ok(written.length >= 20);
  const right = all.filter(({ kind }) => kind === "true");
  assert.ok(right.length >= 100);
  for (const language of ["ja", "en"]) {
    assert.ok(written.filter((it) => it.language === language).length >= 10);
  }
  for (const { template } of written) {
    assert.ok(plantedAnswers(template).length >= 4);
    assert.doesNotMatch(template.replaceAll(/\{\{.*?\}\}/gs, ""), /\{\{|=>/);
  }
  assert.ok(all.length - right.length >= right.length / 2);
});

Deno.test("of planted errors nine in ten are found, of true claims one in twenty is flagged", () => {
  const tuned = all.filter((it) => it.tuned);
  const planted = share(tuned.filter(({ kind }) => kind !== "true"));
  const flagged = share(tuned.filter(({ kind }) => kind === "true"));
  assert.ok(planted >= 0.9, `found ${planted}`);
  assert.ok(flagged <= 0.05, `flagged ${flagged}`);
});

Deno.test("of answers that were written after the tuning, four in five errors are found", () => {
  const fresh = all.filter((it) => !it.tuned);
  const planted = share(fresh.filter(({ kind }) => kind !== "true"));
  const flagged = share(fresh.filter(({ kind }) => kind === "true"));
  assert.ok(planted >= 0.8, `found ${planted}`);
  assert.ok(flagged <= 0.05, `flagged ${flagged}`);
});
