/**
 * Measures retrieval:
 *
 *     deno task eval [--set NAME] [--data FOLDER] [--failures] [--update]
 *                    [--embedder NAME] [--vectors FOLDER]
 *
 * Builds each collection into a temporary folder, asks every question and prints
 * a table with the change of nDCG@10 against the baseline; `--update` writes the
 * baseline. A loss on a set beyond two standard errors of its questions ends
 * with exit code 1.
 *
 * `--embedder` takes what EMBEDDING_MODEL takes; the baseline, which is of the
 * bundled table, then decides nothing. `--vectors` keeps the vectors of such an
 * embedder in a folder, so that another run need not make them again.
 */
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { asset } from "../../src/artifact/carried.ts";
import { fileRegion } from "../../src/artifact/region.ts";
import { openEmbedder } from "../../src/embed/known_embedders.ts";
import { buildIndex } from "../../src/index/build_index.ts";
import { openIndex } from "../../src/index/open_index.ts";
import { Searcher } from "../../src/search/search.ts";
import { type Judged, measure, type Metrics } from "./metrics.ts";
import { generatedSets } from "./generated.ts";
import { type EvalSet, evalSets } from "./sets.ts";

const { values } = parseArgs({
  options: {
    set: { type: "string" },
    data: { type: "string", default: "../shared/eval" },
    failures: { type: "boolean", default: false },
    update: { type: "boolean", default: false },
    embedder: { type: "string" },
    vectors: { type: "string" },
  },
});

const baselineFile = new URL("baseline.json", import.meta.url);
const baseline: Record<string, number> = JSON.parse(
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
const folder = Deno.makeTempDirSync({ prefix: "docs-eval-" });
try {
  const all = [...evalSets(values.data), ...await generatedSets(values.data)];
  const sets = all.filter(({ name }) => !values.set || name === values.set);
  if (sets.length === 0) {
    console.error(
      `there is no set ${values.set}; there are ${
        all.map(({ name }) => name).join(", ")
      }`,
    );
    Deno.exit(2);
  }
  let lost = 0;
  for (const set of sets) {
    const figures = await evaluate(set);
    const before = baseline[set.name];
    const decides = before !== undefined && values.embedder === undefined;
    if (decides && isLoss(figures, before)) lost++;
    console.log(row(set.name, figures, before));
    baseline[set.name] = Number(figures.ndcg10.toFixed(3));
  }
  if (values.update && values.embedder === undefined) {
    const text = JSON.stringify(baseline, null, 2) + "\n";
    Deno.writeTextFileSync(baselineFile, text);
  } else if (lost > 0) {
    console.error(`${lost} of ${sets.length} sets lost more than noise`);
    Deno.exitCode = 1;
  }
} finally {
  Deno.removeSync(folder, { recursive: true });
}

async function evaluate(set: EvalSet): Promise<Metrics> {
  const searcher = await openSearcher(set.sources);
  const judged: Judged[] = [];
  for (const { id, query, relevant } of set.questions) {
    const { hits } = await searcher.search(query, { k: 10, minScore: 0 });
    const found = hits.map((hit) => hit.id);
    judged.push({ found, relevant });
    if (values.failures && !relevant.includes(found[0])) {
      console.log(`  ${id} ${query}`);
      console.log(`    wanted ${relevant.join(" | ")}`);
      for (const hit of hits.slice(0, 3)) {
        console.log(
          `    ${
            hit.score.toFixed(2)
          } k${hit.keyword_rank} v${hit.vector_rank} ${hit.id}`,
        );
      }
    }
  }
  return measure(judged);
}

async function openSearcher(sources: string[]): Promise<Searcher> {
  const output = join(folder, sources.join().replace(/\W+/g, "_") + ".index");
  const embedder = await openEmbedder(values.embedder, asset, {
    cwd: Deno.cwd(),
    env: Deno.env,
    say: console.error,
  });
  const kept = values.vectors ?? folder;
  Deno.mkdirSync(kept, { recursive: true });
  try {
    Deno.statSync(output);
  } catch {
    const summary = await buildIndex({
      sources,
      output,
      embedder,
      vectors: join(kept, basename(output) + ".vectors"),
    });
    console.error(
      `${summary.documents} documents, ${summary.passages} passages, ` +
        `index/text ${(summary.bytes / summary.text_bytes).toFixed(2)}, ` +
        `${summary.seconds.toFixed(1)} s`,
    );
  }
  return new Searcher(openIndex(fileRegion(output), output), embedder);
}

/**
 * Whether a set lost more than chance explains: nDCG of a question lies between
 * 0 and 1, with a standard deviation of about 0.4 on these sets.
 */
function isLoss({ ndcg10, questions }: Metrics, before: number): boolean {
  return before - ndcg10 > 2 * 0.4 / Math.sqrt(questions);
}

function row(name: string, it: Metrics, before?: number): string {
  const cells = [it.hit1, it.hit3, it.hit5, it.mrr10, it.ndcg10]
    .map((value) => value.toFixed(3));
  return `${name.padEnd(12)} ${String(it.questions).padStart(4)}  ` +
    `hit@1 ${cells[0]}  hit@3 ${cells[1]}  hit@5 ${cells[2]}  ` +
    `MRR@10 ${cells[3]}  nDCG@10 ${cells[4]}` +
    (before === undefined ? "" : ` (${signed(it.ndcg10 - before)})`);
}

function signed(value: number): string {
  return (value < 0 ? "" : "+") + value.toFixed(3);
}
