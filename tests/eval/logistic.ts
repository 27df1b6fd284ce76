/** What is known of a case, and what it turned out to be. */
export interface Case {
  features: number[];
  outcome: 0 | 1;
  weight: number;
}

/** Weight of the penalty on long weight vectors, against the mean loss. */
const RIDGE = 0.0002;
const STEP = 2;
const MOST_STEPS = 50_000;
/** Slope that counts as level. */
const LEVEL = 1e-7;

/**
 * Logistic regression by gradient descent, from zero: the same cases give the
 * same weights. The intercept, which is not penalised, comes first.
 */
export function fit(cases: Case[], ridge = RIDGE): number[] {
  const weights = new Array<number>(1 + cases[0].features.length).fill(0);
  const total = cases.reduce((sum, { weight }) => sum + weight, 0);
  for (let step = 0; step < MOST_STEPS; step++) {
    const slope = weights.map((it, at) => at === 0 ? 0 : ridge * it);
    for (const { features, outcome, weight } of cases) {
      const excess = weight / total *
        (1 / (1 + Math.exp(-odds(weights, features))) - outcome);
      slope[0] += excess;
      features.forEach((it, at) => slope[at + 1] += excess * it);
    }
    if (Math.hypot(...slope) < LEVEL) break;
    slope.forEach((it, at) => weights[at] -= STEP * it);
  }
  return weights;
}

/** The log odds that weights, the intercept first, give to features. */
export function odds(
  [intercept, ...weights]: number[],
  features: number[],
): number {
  return features.reduce((sum, it, at) => sum + weights[at] * it, intercept);
}
