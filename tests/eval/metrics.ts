/** What a ranking was worth, averaged over questions. */
export interface Metrics {
  questions: number;
  hit1: number;
  hit3: number;
  hit5: number;
  /** Mean reciprocal rank among the first ten. */
  mrr10: number;
  /** Normalised discounted cumulative gain among the first ten, gains 0 or 1. */
  ndcg10: number;
}

/** Ids found, best first, and the ids that a reader would accept. */
export interface Judged {
  found: string[];
  relevant: string[];
}

/**
 * Averages over questions. nDCG after Järvelin and Kekäläinen 2002: a
 * relevant id at rank r gains 1 / log2(r + 1).
 */
export function measure(judged: Judged[]): Metrics {
  const mean = (value: (it: Judged) => number) =>
    judged.length === 0
      ? 0
      : judged.reduce((sum, it) => sum + value(it), 0) / judged.length;
  const first = ({ found, relevant }: Judged) =>
    found.findIndex((id) => relevant.includes(id)) + 1;
  const within = (k: number) => (it: Judged) => {
    const rank = first(it);
    return rank > 0 && rank <= k ? 1 : 0;
  };
  return {
    questions: judged.length,
    hit1: mean(within(1)),
    hit3: mean(within(3)),
    hit5: mean(within(5)),
    mrr10: mean((it) => within(10)(it) / Math.max(1, first(it))),
    ndcg10: mean(({ found, relevant }) => {
      const gain = found.slice(0, 10).reduce(
        (sum, id, at) =>
          sum + (relevant.includes(id) ? 1 / Math.log2(at + 2) : 0),
        0,
      );
      const ideal = relevant.slice(0, 10).reduce(
        (sum, _, at) => sum + 1 / Math.log2(at + 2),
        0,
      );
      return ideal === 0 ? 0 : gain / ideal;
    }),
  };
}
