import type { MadeExecutable } from "../artifact/make_executable.ts";
import type { Skip } from "../document/document.ts";
import type { Embedder } from "../embed/embedder.ts";
import { openEmbedder } from "../embed/known_embedders.ts";
import { ExpansionSource } from "../expansion/expansion_source.ts";
import { FolderQuestions } from "../expansion/folder_questions.ts";
import { pathExists } from "../files/exists.ts";
import {
  buildIndex,
  type BuildProgress,
  type BuildSummary,
} from "../index/build_index.ts";
import { type AppContext, embedderContext } from "./app_context.ts";
import { AssetScope } from "./asset_scope.ts";
import type { BuildPlan } from "./build_plan.ts";
import { yieldingEmbedder } from "./yielding_embedder.ts";

/** Callbacks for the progress of a build. */
export interface BuildListener {
  /** A file was skipped. */
  onSkip?(skip: Skip): void;
  onProgress?(progress: BuildProgress): void;
  /** Bytes of a model's file downloaded so far; `total` is 0 when unknown. */
  onDownload?(file: string, done: number, total: number): void;
}

/** What a build did; the JSON of `docs build --json`. */
export interface BuildReport extends BuildSummary {
  executable?: MadeExecutable;
}

/**
 * Builds the index of a plan. The file is replaced in one step, after the new
 * one is complete. Warnings about documents go to the log and into the summary.
 *
 * @param signal stops the build; the index file stays as it was
 * @throws {UserError} a source is missing, no document was found, a file was
 *   skipped in strict mode, the embedder cannot be used, the disk is full
 * @throws the signal's reason
 */
export async function build(
  plan: BuildPlan,
  context: AppContext,
  listener: BuildListener = {},
  signal?: AbortSignal,
): Promise<BuildSummary> {
  using assets = new AssetScope();
  const { settings, vectors } = plan;
  let embedder: Embedder | undefined;
  try {
    embedder = await openEmbedder(settings.embeddingModel.value, assets.open, {
      ...embedderContext(settings, context),
      progress: (...at) => listener.onDownload?.(...at),
      signal,
    });
    const questions = new FolderQuestions(plan.root);
    const summary = await buildIndex({
      sources: plan.sources,
      root: plan.root,
      output: plan.output,
      vectors,
      outputs: plan.executable ? [plan.executable] : [],
      include: settings.include.value,
      exclude: settings.exclude.value,
      urlBase: settings.urlBase.value,
      offline: plan.offline,
      passageSize: settings.passageSize.value,
      overlap: settings.overlap.value,
      follow: plan.follow,
      strict: plan.strict,
      ...questions.hash !== undefined &&
        { expansions: new ExpansionSource(questions) },
      embedder: yieldingEmbedder(embedder),
      signal,
      onSkip: (skip) => listener.onSkip?.(skip),
      onProgress: (progress) => listener.onProgress?.(progress),
    });
    for (const { path, warning } of summary.warnings) {
      context.log.warning(`${path}: ${warning}`);
    }
    return summary;
  } catch (error) {
    if (embedder?.slow && isFilled(vectors)) {
      context.log.info(
        `what is embedded is kept in ${vectors}; the next build goes on from there`,
      );
    }
    throw error;
  }
}

function isFilled(path: string): boolean {
  return pathExists(path) && Deno.statSync(path).size > 0;
}

/**
 * Makes the executable that carries the index just built. An index file that was
 * only an intermediate step is removed.
 *
 * @throws {UserError} the executable cannot be made or written
 */
export async function packExecutable(
  { output, executable, isStep }: BuildPlan,
  summary: BuildSummary,
): Promise<BuildReport> {
  if (executable === undefined) return summary;
  try {
    const { makeExecutable } = await import("../artifact/make_executable.ts");
    const made = makeExecutable(output, executable);
    return {
      ...summary,
      ...(isStep && { index: made.beside ?? made.path }),
      executable: made,
    };
  } finally {
    if (isStep) Deno.removeSync(output);
  }
}
