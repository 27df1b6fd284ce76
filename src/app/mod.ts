/**
 * The API for programs: build an index, search it, answer questions from it,
 * check it. Nothing here depends on a command line or a terminal.
 *
 * ```ts
 * import {
 *   AnswerMeans,
 *   ask,
 *   build,
 *   loadSettings,
 *   Log,
 *   openLocatedIndex,
 *   planBuild,
 *   SearcherFactory,
 * } from "docs/app";
 *
 * const say = (line: string) => console.error(line);
 * const context = {
 *   env: Deno.env,
 *   cwd: Deno.cwd(),
 *   log: new Log(say, "WARNING"),
 *   announce: say,
 * };
 * // Flags have the names that they have on the command line.
 * const flags = { index: "guide.index", "min-score": 0.3 };
 * const settings = loadSettings({ flags, ...context });
 *
 * const request = { sources: ["guide"], output: "guide.index" };
 * await build(await planBuild(request, settings, context), context);
 *
 * using opened = openLocatedIndex(settings, context);
 * using searchers = new SearcherFactory(context);
 * const searcher = await searchers.open(opened);
 * const minScore = settings.minScore.value;
 * const { hits } = await searcher.search("connection pool", { k: 3, minScore });
 * console.log(hits.length);
 *
 * const means = new AnswerMeans(settings, context, "memory");
 * const answerer = means.answerer(opened, searcher);
 * const { answer } = await ask("How large is the pool?", answerer, { k: 3 });
 * console.log(answer);
 * ```
 *
 * A program that keeps running while its index is rebuilt makes a `LiveIndex`
 * from a `LocatedIndexSource`, and takes a lease (`LiveIndex.use()`) for each
 * call.
 *
 * @module
 */

export { loadSettings } from "../config/load_settings.ts";
export type {
  LoadInputs,
  MutableEnvironment,
} from "../config/load_settings.ts";
export type { Settings } from "../config/settings.ts";
export { Log } from "../log.ts";
export type { LogLevel } from "../log_level.ts";
export { UserError } from "../user_error.ts";
export type { AppContext } from "./app_context.ts";

export { build, packExecutable } from "./build.ts";
export type { BuildListener, BuildReport } from "./build.ts";
export { planBuild } from "./build_plan.ts";
export type { BuildPlan, BuildRequest } from "./build_plan.ts";

export { openLocatedIndex } from "./open_located_index.ts";
export type { OpenedIndex } from "./open_located_index.ts";
export { SearcherFactory } from "./searcher_factory.ts";
export type { Searcher } from "../search/search.ts";
export type { SearchOptions, SearchResult } from "../search/search.ts";

export { ask } from "../answer/ask.ts";
export type { Answerer, AskOptions } from "../answer/ask.ts";
export type { Answer } from "../answer/answer.ts";
export { AnswerMeans } from "./answer_means.ts";
export { openTools } from "./open_tools.ts";
export type { OpenTools } from "./open_tools.ts";

export { LiveIndex } from "./live_index.ts";
export type { IndexSource, Lease, OpenIndex } from "./live_index.ts";
export { LocatedIndexSource } from "./located_index_source.ts";

export { status } from "./status.ts";
export type { Examined, Status } from "./status.ts";
export { upstreamReports } from "./upstream_status.ts";
export type { UpstreamReport } from "./upstream_status.ts";
