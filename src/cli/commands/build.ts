import type { MadeExecutable } from "../../artifact/make_executable.ts";
import { loadSettings } from "../../config/load_settings.ts";
import { defaultOutput } from "../../config/locate_index.ts";
import { resolvePath } from "../../files/paths.ts";
import type { Embedder } from "../../embed/embedder.ts";
import { openEmbedder } from "../../embed/known_embedders.ts";
import { buildIndex, type BuildSummary } from "../../index/build_index.ts";
import { removeStaleTemporaries } from "../../files/remove_stale_temporaries.ts";
import type { Skip } from "../../document/document.ts";
import { UserError } from "../../user_error.ts";
import { yieldingEmbedder } from "../yielding_embedder.ts";
import { type BuildPlan, chooseOutput, planBuild } from "../build_plan.ts";
import type { Parsed } from "../command.ts";
import { AssetScope } from "../asset_scope.ts";
import { Interrupted } from "../interrupted.ts";
import type { Io } from "../io.ts";
import { Logger } from "../logger.ts";
import { embedderContext } from "../open_index_embedder.ts";
import { ProgressLine } from "../progress.ts";
import { SkipReport } from "../skip_report.ts";
import type { buildCommand } from "../table.ts";
import { fileSize, plural } from "../words.ts";

type Flags = Parsed<typeof buildCommand>["flags"];

/** The JSON of `docs build --json`. */
export interface BuildReport extends BuildSummary {
  executable?: MadeExecutable;
}

/** `docs build`: an index, an executable that carries one, or both. */
export async function run(
  { flags, arguments: given }: Parsed<typeof buildCommand>,
  io: Io,
): Promise<number> {
  const cwd = io.cwd();
  const loaded = loadSettings({ flags, env: io.env, cwd });
  const logger = new Logger(io.stderr, loaded.logLevel.value);
  const plan = planBuild(given, loaded, cwd, (sentence) => {
    logger.info(sentence);
  });
  const out = flags.executable && resolvePath(cwd, flags.executable);
  if (out !== undefined) {
    const { checkExecutable } = await import(
      "../../artifact/make_executable.ts"
    );
    checkExecutable(out);
    removeStaleTemporaries(out);
  }
  // With --executable alone the index is only a step on the way.
  const isStep = out !== undefined && flags.output === undefined;
  const output = isStep
    ? `${out}.${Deno.pid}.index.tmp`
    : chooseOutput(flags.output, plan.settings, cwd);
  const skips = new SkipReport(logger);
  let report: BuildReport;
  try {
    report = await buildWith(plan, output, flags, skips, logger, io);
    if (out !== undefined) {
      const { makeExecutable } = await import(
        "../../artifact/make_executable.ts"
      );
      const executable = makeExecutable(output, out);
      report = { ...report, executable };
      if (isStep) report.index = executable.beside ?? executable.path;
    }
  } finally {
    if (isStep) removeFile(output);
  }
  if (flags.json) io.stdout.json(report);
  else io.stdout.write(summaryOf(report, skips));
  if (!isStep && flags.output === undefined) {
    noteOtherIndex(plan, cwd, logger);
  }
  return 0;
}

async function buildWith(
  { sources, root, settings, offline }: BuildPlan,
  output: string,
  flags: Flags,
  skips: SkipReport,
  logger: Logger,
  io: Io,
): Promise<BuildSummary> {
  using assets = new AssetScope();
  const progress = new ProgressLine(io.stderr);
  const abort = new AbortController();
  const release = io.onInterrupt((exitCode) => {
    abort.abort(new Interrupted(exitCode));
  });
  const skipped: Skip[] = [];
  const out = flags.executable && resolvePath(io.cwd(), flags.executable);
  const vectors = `${flags.output === undefined && out || output}.vectors`;
  const options = {
    sources,
    root,
    output,
    vectors,
    outputs: out ? [out] : [],
    include: settings.include.value,
    exclude: settings.exclude.value,
    urlBase: settings.urlBase.value,
    offline,
    passageSize: settings.passageSize.value,
    overlap: settings.overlap.value,
    follow: flags.follow ?? false,
    strict: flags.strict ?? false,
    signal: abort.signal,
    onSkip(skip: Skip) {
      skipped.push(skip);
      progress.clear();
      skips.add(skip);
    },
    onProgress: (at: { files: number; passages: number; seconds: number }) =>
      progress.update(() =>
        `${plural(at.files, "file")}, ${plural(at.passages, "passage")}, ${
          Math.round(at.passages / Math.max(at.seconds, 0.001))
        } passages/s`
      ),
  };
  let embedder: Embedder | undefined;
  try {
    embedder = await openEmbedder(
      settings.embeddingModel.value,
      assets.open,
      {
        ...embedderContext(settings, io),
        say(sentence) {
          progress.clear();
          logger.info(sentence);
        },
        progress: (file, done, total) =>
          progress.update(() =>
            `${file}: ${fileSize(done)}${total ? ` of ${fileSize(total)}` : ""}`
          ),
        signal: abort.signal,
      },
    );
    const summary = await buildIndex({
      ...options,
      embedder: yieldingEmbedder(embedder),
    });
    progress.clear();
    for (const { path, warning } of summary.warnings) {
      logger.warning(`${path}: ${warning}`);
    }
    return summary;
  } catch (error) {
    progress.clear();
    if (embedder?.slow && Deno.statSync(vectors).size > 0) {
      logger.info(
        `what is embedded is kept in ${vectors}; the next build goes on from there`,
      );
    }
    // A program that reads --json learns from it what was skipped, too.
    if (flags.json && error instanceof UserError) {
      io.stdout.json({ error: error.message, skipped });
    }
    throw error;
  } finally {
    skips.finish();
    release();
  }
}

/** The end of a build in words. */
function summaryOf(report: BuildReport, skips: SkipReport): string {
  const lines = [
    `${plural(report.documents, "document")}, ${
      plural(report.sections, "section")
    }, ${plural(report.passages, "passage")}; embedder ${report.embedder}`,
    ...embeddedLine(report),
    `index ${report.index}: ${fileSize(report.bytes)} for ${
      fileSize(report.text_bytes)
    } of text, in ${report.seconds.toFixed(1)} s`,
  ];
  const skipped = skips.summary();
  if (skipped) lines.push(skipped);
  if (report.executable) {
    const { path, form, beside } = report.executable;
    lines.push(`executable ${path} (${form})`);
    if (beside) {
      lines.push(`it finds its index by name: keep ${beside} beside it`);
    }
  }
  return lines.join("\n") + "\n";
}

/** What an embedder that takes its time had to do, and what it was spared. */
function embeddedLine({ embedded, reused }: BuildReport): string[] {
  return reused === 0
    ? []
    : [`${plural(embedded, "passage")} embedded, ${reused} kept from before`];
}

/** Tells a user whose commands read another index than the one just built. */
function noteOtherIndex(
  { settings }: BuildPlan,
  cwd: string,
  logger: Logger,
): void {
  const { index } = settings;
  const { path } = defaultOutput(settings, cwd);
  if (index.value !== undefined && index.value !== path) {
    logger.info(
      `built ${path}, but commands read ${index.value} (${index.origin}); -o builds into that`,
    );
  }
}

function removeFile(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
