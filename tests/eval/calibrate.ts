/**
 * Fits the weights of `src/search/relevance.ts`:
 *
 *     deno run -A tests/eval/calibrate.ts [--data FOLDER]
 *
 * Asks the questions of `calibration_questions.ts`, with and without an answer,
 * over collections from one page to both languages of all trees, takes the
 * evidence that `explain` gives of each, and fits a logistic regression. Prints
 * its weights beside those in use, and what either refuses: by group the share
 * of questions that score below 0.5, or find nothing at all.
 *
 * A question counts what its group weighs: 2 the data's own questions over
 * their trees, which are what users ask, and 1 those of `unanswerable.json`
 * over the same; 0.6 across the languages; 0.5 over single pages, four pages
 * and the guide; 0.4 over single trees; 0.3 over both languages mixed and over
 * the encyclopedia; 0.15 a heading asked for its section. The unanswerable
 * questions that come with the data weigh nothing: they are held out, to see
 * what the rest is worth. Groups are named by the language of their questions.
 *
 * 2.5 the development questions of half of the sections, and 3 nonsense, other
 * subjects and names that no document has (`other_subjects.json`).
 *
 * The weights in use come from a fit with the last two alone; intercept, `foreign`
 * and `small` were then moved by hand, so that few questions with an answer are
 * lost. The fit minds every mistake alike; a lost answer is the worse one.
 *
 * The same data give the same figures, in a minute and a half.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { asset } from "../../src/artifact/carried.ts";
import { fileRegion } from "../../src/files/region.ts";
import { openEmbedder } from "../../src/embed/known_embedders.ts";
import { openLateInteraction } from "../../src/embed/open_late_interaction.ts";
import { buildIndex } from "../../src/index/build_index.ts";
import { openIndex } from "../../src/index/open_index.ts";
import { type Evidence, WEIGHTS } from "../../src/search/relevance.ts";
import { Searcher } from "../../src/search/search.ts";
import {
  type Asked,
  calibrationGroups,
  type Group,
} from "./calibration_questions.ts";
import { type Case, fit, odds } from "./logistic.ts";

const { intercept, ...weights } = WEIGHTS;
const NAMES = Object.keys(weights) as (keyof Evidence)[];
/** Share of the data's questions that may be lost over their trees. */
const MOST_LOST = 0.07;

const { values } = parseArgs({
  options: { data: { type: "string", default: "../shared/eval" } },
});
const groups = await calibrationGroups(values.data);
const features = await ask(groups.flatMap(({ asked }) => asked));
const used = [intercept, ...NAMES.map((name) => weights[name])];
const fitted = fit(cases());
const moved = [movedIntercept(), ...fitted.slice(1)];

console.log("| weight | in use | fitted |\n| --- | --- | --- |");
["intercept", ...NAMES].forEach((name, at) =>
  console.log(row(name, used[at].toFixed(1), fitted[at].toFixed(2)))
);
console.log(
  `\nWith an intercept of ${
    moved[0].toFixed(2)
  } the fitted ones lose at most 7 % of the data's questions over their trees.\n`,
);
console.log(
  "| below 0.5 | questions | weight | in use | fitted | fitted, moved |\n" +
    "| --- | --- | --- | --- | --- | --- |",
);
for (const answerable of [true, false]) {
  console.log(row(answerable ? "with an answer" : "without", ..."     "));
  for (const group of groups) {
    if (group.answerable !== answerable) continue;
    console.log(row(
      group.name,
      `${group.asked.length}`,
      `${group.weight}`,
      ...[used, fitted, moved].map((it) => refused(group, it).toFixed(2)),
    ));
  }
}

/** The evidence of each question, in the order of the weights; null where nothing was found. */
async function ask(all: Asked[]): Promise<Map<Asked, number[] | null>> {
  const folder = Deno.makeTempDirSync({ prefix: "docs-calibrate-" });
  try {
    const output = join(folder, "index");
    const embedder = await openEmbedder(undefined, asset);
    const late = openLateInteraction(embedder, asset);
    const found = new Map<Asked, number[] | null>();
    const collections = Map.groupBy(all, ({ sources }) => sources.join("\n"));
    for (const asked of collections.values()) {
      await buildIndex({ sources: asked[0].sources, output, embedder });
      const index = openIndex(fileRegion(output), output);
      const searcher = new Searcher(index, embedder, late);
      for (const it of asked) found.set(it, await evidence(searcher, it.query));
      index.close();
    }
    return found;
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

async function evidence(
  searcher: Searcher,
  query: string,
): Promise<number[] | null> {
  const { hits: [hit] } = await searcher.search(query, {
    k: 1,
    minScore: 0,
    explain: true,
  });
  return hit ? NAMES.map((name) => hit.explain!.calibration[name] ?? 0) : null;
}

function cases(): Case[] {
  return groups.flatMap(({ asked, answerable, weight }) =>
    asked.flatMap((it) => {
      const known = features.get(it);
      return known && weight > 0
        ? [{ features: known, outcome: answerable ? 1 : 0, weight }]
        : [];
    })
  );
}

/** The fitted intercept, raised or lowered until no more than the share are lost. */
function movedIntercept(): number {
  const scores = groups.filter(({ name }) => /^(ja|en) trees$/.test(name))
    .flatMap(({ asked }) => asked.map((it) => scored(it, fitted)))
    .sort((a, b) => a - b);
  return fitted[0] - scores[Math.floor(MOST_LOST * scores.length)];
}

/** Share of a group's questions that score below 0.5. */
function refused({ asked }: Group, weights: number[]): number {
  return asked.filter((it) => scored(it, weights) < 0).length / asked.length;
}

function scored(asked: Asked, weights: number[]): number {
  const known = features.get(asked);
  return known ? odds(weights, known) : -Infinity;
}

function row(...cells: string[]): string {
  return `| ${cells.join(" | ")} |`;
}
