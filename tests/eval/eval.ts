/**
 * Measures retrieval: `deno task eval [--set NAME] [--data FOLDER] [--failures]`.
 * Builds each collection into a temporary folder, asks every question, prints
 * a table.
 */
import { join } from "node:path";
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
  },
});

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
  for (const set of sets) console.log(row(set.name, await evaluate(set)));
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
  const embedder = await openEmbedder("static-ja-en-256", asset);
  try {
    Deno.statSync(output);
  } catch {
    const summary = await buildIndex({
      sources,
      output,
      embedder,
    });
    console.error(
      `${summary.documents} documents, ${summary.passages} passages, ` +
        `index/text ${(summary.bytes / summary.text_bytes).toFixed(2)}, ` +
        `${summary.seconds.toFixed(1)} s`,
    );
  }
  return new Searcher(openIndex(fileRegion(output), output), embedder);
}

function row(name: string, it: Metrics): string {
  const cells = [it.hit1, it.hit3, it.hit5, it.mrr10, it.ndcg10]
    .map((value) => value.toFixed(3));
  return `${name.padEnd(12)} ${String(it.questions).padStart(4)}  ` +
    `hit@1 ${cells[0]}  hit@3 ${cells[1]}  hit@5 ${cells[2]}  ` +
    `MRR@10 ${cells[3]}  nDCG@10 ${cells[4]}`;
}
