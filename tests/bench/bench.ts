/**
 * The figures of docs/figures.md, against their baseline:
 *
 *     deno task bench             all, some minutes
 *     deno task bench --quick     starts and small queries only, 20 seconds
 *     deno task bench --update    writes the baseline
 *
 * `DOCS_BIN` names programs to measure, separated by commas (default:
 * `dist/docs`). Ratios are taken in one run, since machines differ and are
 * noisy; a figure that is over its limit fails the run.
 *
 * @module
 */

import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildFigures } from "./build_bench.ts";
import { warmQuery } from "./query_bench.ts";
import { serveFigures, serveLines } from "./serve_bench.ts";
import { startFigures, startLines } from "./start_bench.ts";

/** What a figure may be at most, and by which name the baseline has it. */
const LIMITS: Record<string, number> = {
  "compiled: search, cold, x hello": 2.5,
  "self-extracting: search, cold, x hello": 2.5,
  "compiled: search in 100,000 passages, cold, x hello": 4,
  "self-extracting: search in 100,000 passages, cold, x hello": 4,
  "compiled: version with 64 MB more, x version": 1.15,
  "self-extracting: version with 64 MB more, x version": 1.15,
  "compiled: peak memory, MB": 110,
  "self-extracting: peak memory, MB": 110,
  "compiled: MCP greeting, x hello": 4.5,
  "compiled: MCP first result, x hello": 6,
  "self-extracting: MCP greeting, x hello": 4.5,
  "self-extracting: MCP first result, x hello": 6,
  "warm query, 10,000 passages, ms": 3,
  "warm query, 100,000 passages, ms": 15,
  "build of the trees, CPU s": 60,
  "index per text of the trees": 1.2,
};

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    update: { type: "boolean", default: false },
  },
});
const baselineFile = join(import.meta.dirname!, "baseline.json");
const baseline: Record<string, number> = JSON.parse(
  Deno.readTextFileSync(baselineFile),
);
const figures: Record<string, number> = {};
const programs = (Deno.env.get("DOCS_BIN") ?? "dist/docs").split(",")
  .map((it) => resolve(it));
const work = Deno.makeTempDirSync({ prefix: "docs-bench-" });
try {
  let large: string | undefined;
  for (const size of values.quick ? [2_000] : [10_000, 100_000]) {
    const { ms, index } = await warmQuery(size, work);
    figures[`warm query, ${size.toLocaleString("en")} passages, ms`] = ms;
    if (size === 100_000) large = index;
  }
  for (const [at, docs] of programs.entries()) {
    const folder = join(work, `start-${at}`);
    Deno.mkdirSync(folder);
    const start = await startFigures(docs, folder, {
      passages: values.quick ? 2_000 : 10_000,
      rounds: values.quick ? 7 : 41,
      large,
    });
    console.log(startLines(start).join("\n"));
    const { form, hello, version } = start;
    const index = join(folder, "start-pages.index");
    const serve = await serveFigures(docs, index, values.quick ? 5 : 21);
    if (serve !== undefined) {
      console.log(serveLines(serve, hello).join("\n"));
      figures[`${form}: MCP greeting, x hello`] = serve.greeting / hello;
      figures[`${form}: MCP first result, x hello`] = serve.result / hello;
    }
    figures[`${form}: search, cold, x hello`] = start.search / hello;
    if (start.search_large !== undefined) {
      figures[`${form}: search in 100,000 passages, cold, x hello`] =
        start.search_large / hello;
    }
    figures[`${form}: version with 64 MB more, x version`] =
      start.version_64mb / version;
    if (start.peak_memory !== undefined) {
      figures[`${form}: peak memory, MB`] = start.peak_memory;
    }
  }
  const build = values.quick ? undefined : buildFigures(programs[0], work);
  if (build !== undefined) {
    figures["build of the trees, CPU s"] = build.cpu_seconds;
    figures["index per text of the trees"] = build.index_per_text;
    figures["build of the trees, peak memory, MB"] = build.peak_memory;
  } else if (!values.quick) {
    console.log("the trees are not here: the build is not measured");
  }
} finally {
  Deno.removeSync(work, { recursive: true });
}

let failed = 0;
for (const [name, value] of Object.entries(figures)) {
  // A quick run is too short to judge; it shows that everything can be measured.
  const over = !values.quick && value > (LIMITS[name] ?? Infinity);
  if (over) failed++;
  const before = baseline[name];
  console.log(
    `${name.padEnd(56)} ${value.toFixed(2).padStart(8)}` +
      (LIMITS[name] === undefined ? "" : `   limit ${LIMITS[name]}`) +
      (before === undefined ? "" : `   baseline ${before}`) +
      (over ? "   OVER ITS LIMIT" : ""),
  );
}
if (values.update) {
  const rounded = Object.entries(figures)
    .map(([name, value]) => [name, Number(value.toFixed(2))]);
  Deno.writeTextFileSync(
    baselineFile,
    JSON.stringify({ ...baseline, ...Object.fromEntries(rounded) }, null, 2) +
      "\n",
  );
}
Deno.exit(failed === 0 ? 0 : 1);
