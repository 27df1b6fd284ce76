/**
 * A 95 % interval of a mean by the bootstrap over clusters (Efron 1979; Field and
 * Welsh 2007): questions about one section rise and fall together, so whole
 * sections are drawn with replacement.
 *
 * @param values One a question.
 * @param clusters The section of each.
 */
export function clusterInterval(
  values: readonly number[],
  clusters: readonly string[],
  draws = 1000,
): [low: number, high: number] {
  const sums = new Map<string, { sum: number; count: number }>();
  values.forEach((value, at) => {
    const of = sums.get(clusters[at]) ?? { sum: 0, count: 0 };
    of.sum += value;
    of.count++;
    sums.set(clusters[at], of);
  });
  const all = [...sums.values()];
  const random = generator(1);
  const means = Array.from({ length: draws }, () => {
    let sum = 0, count = 0;
    for (let i = 0; i < all.length; i++) {
      const drawn = all[Math.floor(random() * all.length)];
      sum += drawn.sum;
      count += drawn.count;
    }
    return sum / count;
  }).sort((a, b) => a - b);
  return [
    means[Math.floor(draws * 0.025)],
    means[Math.ceil(draws * 0.975) - 1],
  ];
}

/** Numbers in 0..1, the same in every run (mulberry32). */
function generator(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
