/**
 * Measures what questions in the index bring:
 *
 *     deno run -A tests/eval/questions.ts [--data FOLDER]
 *
 * Builds the Japanese manual of Vue without and with the questions in
 * `questions/vue-ja`, which a language model wrote for 408 of its 792 sections
 * without knowing the development questions, and asks those, apart for sections
 * that have questions and that have none.
 */
import { parseArgs } from "node:util";
import { asset } from "../../src/artifact/carried.ts";
import { openEmbedder } from "../../src/embed/known_embedders.ts";
import { openLateInteraction } from "../../src/embed/open_late_interaction.ts";
import { ExpansionSource } from "../../src/expansion/expansion_source.ts";
import { FolderQuestions } from "../../src/expansion/folder_questions.ts";
import { fileRegion } from "../../src/files/region.ts";
import { buildIndex } from "../../src/index/build_index.ts";
import { openIndex } from "../../src/index/open_index.ts";
import { Searcher } from "../../src/search/search.ts";
import { developmentSets } from "./development.ts";
import { measure } from "./metrics.ts";

const TREE = "vue-ja";

const { values } = parseArgs({
  options: { data: { type: "string", default: "../shared/eval" } },
});
const questions = new FolderQuestions(
  `${import.meta.dirname}/questions/${TREE}`,
);
const sets = developmentSets(values.data, `${values.data}/../questions`)
  .filter(({ name }) => name.includes("ja-dev"));
if (sets.length === 0) {
  console.error(`there is no evaluation data at ${values.data}`);
  Deno.exit(2);
}
const folder = Deno.makeTempDirSync({ prefix: "docs-eval-" });
console.log(
  "| index | asked | sections | questions | hit@1 | hit@5 | MRR@10 |",
);
console.log("| --- | --- | --- | --- | --- | --- | --- |");
for (const isWith of [false, true]) {
  const output = `${folder}/${isWith}.index`;
  const embedder = await openEmbedder(undefined, asset);
  const { bytes } = await buildIndex({
    sources: [`${values.data}/trees/${TREE}`],
    ...{ output, embedder },
    ...isWith && { expansions: new ExpansionSource(questions) },
  });
  const index = openIndex(fileRegion(output), output);
  const late = openLateInteraction(embedder, asset);
  const searcher = new Searcher(index, embedder, late);
  for (const { name, questions: all } of sets) {
    const own = all.filter(({ cluster }) => cluster!.startsWith(`${TREE}/`));
    for (const has of [true, false]) {
      const judged = [];
      for (const { query, cluster } of own) {
        const section = cluster!.slice(TREE.length + 1);
        if (questions.rows.has(section) !== has) continue;
        const { hits } = await searcher.search(query, { k: 10, minScore: 0 });
        judged.push({ found: hits.map(({ id }) => id), relevant: [section] });
      }
      const { questions: count, hit1, hit5, mrr10 } = measure(judged);
      const figures = [hit1, hit5, mrr10].map((it) => it.toFixed(3));
      console.log(
        `| ${isWith ? "with" : "without"} (${bytes} bytes) | ${name} | ${
          has ? "with questions" : "without"
        } | ${count} | ${figures.join(" | ")} |`,
      );
    }
  }
  index.close();
}
Deno.removeSync(folder, { recursive: true });
