/**
 * Measures retrieval:
 *
 *     deno task eval [--set NAME] [--data FOLDER] [--failures] [--update]
 *                    [--embedder NAME] [--vectors FOLDER]
 *                    [--save FILE] [--against FILE]
 *
 * Builds each collection into a temporary folder, asks every question and prints
 * a table with the change of nDCG@10 against the baseline; `--update` writes the
 * baseline. A loss on a set beyond two standard errors of its questions ends
 * with exit code 1.
 *
 * `lost` is the share of questions for which nothing scores 0.5, `refused` that
 * of the questions without an answer for which nothing does: those that come
 * with the data, then ours (`unanswerable.json`).
 *
 * `--save` keeps the reciprocal rank of every question in a file, and `--against`
 * compares with such a file: the change of MRR@10 with a 95 % interval. Questions
 * about the same section are drawn together.
 *
 * `--embedder` takes what EMBEDDING_MODEL takes; the baseline, which is of the
 * bundled table, then decides nothing. `--vectors` keeps the vectors of such an
 * embedder in a folder, so that another run need not make them again.
 */
import { parseArgs } from "node:util";
import type { Searcher } from "../../src/search/search.ts";
import { clusterInterval } from "./bootstrap.ts";
import { developmentSets } from "./development.ts";
import { generatedSets } from "./generated.ts";
import { type Judged, measure, type Metrics } from "./metrics.ts";
import { Searchers } from "./searchers.ts";
import { type EvalSet, evalSets, type Question } from "./sets.ts";

/** What the baseline holds of a set. */
interface Baseline {
  ndcg10: number;
  lost: number;
  refused: number | null;
}

const { values } = parseArgs({
  options: {
    set: { type: "string" },
    data: { type: "string", default: "../shared/eval" },
    failures: { type: "boolean", default: false },
    update: { type: "boolean", default: false },
    embedder: { type: "string" },
    vectors: { type: "string" },
    save: { type: "string" },
    against: { type: "string" },
  },
});

const baselineFile = new URL("baseline.json", import.meta.url);
const baseline: Record<string, Baseline> = JSON.parse(
  Deno.readTextFileSync(baselineFile),
);

try {
  Deno.statSync(`${values.data}/trees`);
} catch {
  console.error(
    `there is no evaluation data at ${values.data}; name its folder with --data`,
  );
  Deno.exit(2);
}
using searchers = new Searchers(values.embedder, values.vectors);
const all = [
  ...evalSets(values.data),
  ...await generatedSets(values.data),
  ...developmentSets(values.data, `${values.data}/../questions`),
];
const sets = all.filter(({ name }) => !values.set || name === values.set);
if (sets.length === 0) {
  console.error(
    `there is no set ${values.set}; there are ${
      all.map(({ name }) => name).join(", ")
    }`,
  );
  Deno.exit(2);
}
console.log(
  "| set | questions | hit@1 | hit@3 | hit@5 | MRR@10 | nDCG@10 | change | lost | refused |\n" +
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
);
let losses = 0;
/** Reciprocal ranks by set and question. */
const ranks: Ranks = {};
const ranksBefore: Ranks | undefined = values.against === undefined
  ? undefined
  : JSON.parse(Deno.readTextFileSync(values.against));
for (const set of sets) losses += await report(set);
if (values.save !== undefined) {
  Deno.writeTextFileSync(values.save, JSON.stringify(ranks));
}
if (values.update && values.embedder === undefined) {
  const text = JSON.stringify(baseline, null, 2) + "\n";
  Deno.writeTextFileSync(baselineFile, text);
} else if (losses > 0) {
  console.error(`${losses} of ${sets.length} sets lost more than noise`);
  Deno.exitCode = 1;
}

type Ranks = Record<string, Record<string, number>>;

/** The interval of a set's MRR@10, and of its change. */
function intervals(
  { name, questions }: EvalSet,
  judged: readonly Judged[],
): string {
  const clusters = questions.map(({ id, cluster }) => cluster ?? id);
  const now = judged.map((it) => measure([it]).mrr10);
  const ids = questions.map(({ id }, at) => `${id} ${at}`);
  ranks[name] = Object.fromEntries(ids.map((id, at) => [id, now[at]]));
  const shown = (of: number[]) => {
    const [low, high] = clusterInterval(of, clusters);
    const mean = of.reduce((sum, it) => sum + it, 0) / of.length;
    return `${mean.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
  };
  const before = ranksBefore?.[name];
  return `  ${name}: MRR@10 ${shown(now)}` +
    (before === undefined
      ? ""
      : `, change ${shown(now.map((it, at) => it - (before[ids[at]] ?? 0)))}`);
}

/** Prints a set's rows; returns 1 if it lost more than noise. */
async function report(set: EvalSet): Promise<number> {
  const searcher = await searchers.of(set.sources);
  const judged: (Judged & { kind: string; score: number })[] = [];
  for (const question of set.questions) {
    const { hits } = await searcher.search(question.query, {
      k: 10,
      minScore: 0,
    });
    const found = hits.map(({ id }) => id);
    const { kind, relevant } = question;
    judged.push({ found, relevant, kind, score: hits[0]?.score ?? 0 });
    if (values.failures && !relevant.includes(found[0])) {
      console.log(failure(question, hits));
    }
  }
  const figures = measure(judged);
  const lost = judged.filter(({ score }) => score < 0.5).length /
    judged.length;
  const refused = await refusals(searcher, set);
  const now: Baseline = {
    ndcg10: rounded(figures.ndcg10),
    lost: rounded(lost),
    refused: refused && rounded(refused.share),
  };
  const before = baseline[set.name];
  baseline[set.name] = now;
  console.log(row(set.name, figures, before, lost, refused?.shown ?? ""));
  const kinds = Map.groupBy(judged, ({ kind }) => kind);
  if (kinds.size > 1) {
    for (const [kind, part] of kinds) {
      const lost = part.filter(({ score }) => score < 0.5).length / part.length;
      console.log(row(`- ${kind}`, measure(part), undefined, lost, ""));
    }
  }
  console.error(intervals(set, judged));
  const decides = before !== undefined && values.embedder === undefined;
  return decides && isLoss(set, before, now) ? 1 : 0;
}

/** Share of the questions without an answer for which nothing scores 0.5. */
async function refusals(
  searcher: Searcher,
  { unanswerable, ours }: EvalSet,
): Promise<{ share: number; shown: string } | null> {
  const count = async (queries: string[]) => {
    let refused = 0;
    for (const query of queries) {
      const { hits } = await searcher.search(query, { k: 1, minScore: 0.5 });
      if (hits.length === 0) refused++;
      else if (values.failures) {
        console.log(
          `  without an answer: ${query}\n    ${hits[0].score.toFixed(2)} ${
            hits[0].id
          }`,
        );
      }
    }
    return refused;
  };
  const given = await count(unanswerable), own = await count(ours);
  const total = unanswerable.length + ours.length;
  if (total === 0) return null;
  return {
    share: (given + own) / total,
    shown: [[given, unanswerable], [own, ours]].map(([part, whole]) =>
      `${part}/${(whole as string[]).length}`
    ).join(" + "),
  };
}

function failure(
  { id, query, relevant }: Question,
  hits: Awaited<ReturnType<Searcher["search"]>>["hits"],
): string {
  const shown = hits.slice(0, 3).map((hit) =>
    `    ${
      hit.score.toFixed(2)
    } k${hit.keywordRank} v${hit.vectorRank} ${hit.id}`
  );
  return [
    `  ${id} ${query}`,
    `    wanted ${relevant.join(" | ")}`,
    ...shown,
  ].join("\n");
}

/**
 * Whether a set lost more than chance explains, two standard errors: nDCG of a
 * question lies between 0 and 1, with a standard deviation of about 0.4 on
 * these sets; of a share near a tenth the deviation is 0.3, near a half 0.5.
 */
function isLoss(
  { questions, unanswerable, ours }: EvalSet,
  before: Baseline,
  now: Baseline,
): boolean {
  const noise = (deviation: number, count: number) =>
    2 * deviation / Math.sqrt(count);
  return before.ndcg10 - now.ndcg10 > noise(0.4, questions.length) ||
    now.lost - before.lost > noise(0.3, questions.length) ||
    (before.refused ?? 0) - (now.refused ?? 0) >
      noise(0.4, unanswerable.length + ours.length);
}

function row(
  name: string,
  it: Metrics,
  before: Baseline | undefined,
  lost: number,
  refused: string,
): string {
  const cells = [it.hit1, it.hit3, it.hit5, it.mrr10, it.ndcg10];
  return "| " + [
    name,
    it.questions,
    ...cells.map((value) => value.toFixed(3)),
    before ? signed(it.ndcg10 - before.ndcg10) : "",
    lost.toFixed(2),
    refused,
  ].join(" | ") + " |";
}

function signed(value: number): string {
  return (value < 0 ? "" : "+") + value.toFixed(3);
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
