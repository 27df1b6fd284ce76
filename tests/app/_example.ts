import {
  AnswerMeans,
  ask,
  build,
  loadSettings,
  Log,
  openLocatedIndex,
  planBuild,
  SearcherFactory,
} from "docs/app";

const say = (line: string) => console.error(line);
const context = {
  env: Deno.env,
  cwd: Deno.cwd(),
  log: new Log(say, "WARNING"),
  announce: say,
};
// Flags have the names that they have on the command line.
const flags = { index: "guide.index", "min-score": 0.3 };
const settings = loadSettings({ flags, ...context });

const request = { sources: ["guide"], output: "guide.index" };
await build(await planBuild(request, settings, context), context);

using opened = openLocatedIndex(settings, context);
using searchers = new SearcherFactory(context);
const searcher = await searchers.open(opened);
const minScore = settings.minScore.value;
const { hits } = await searcher.search("connection pool", { k: 3, minScore });
console.log(hits.length);

const means = new AnswerMeans(settings, context, "memory");
const answerer = means.answerer(opened, searcher);
const { answer } = await ask("How large is the pool?", answerer, { k: 3 });
console.log(answer);
