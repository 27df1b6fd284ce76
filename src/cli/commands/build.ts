import type { AppContext } from "../../app/app_context.ts";
import {
  build,
  type BuildListener,
  type BuildReport,
  packExecutable,
} from "../../app/build.ts";
import { type BuildPlan, planBuild } from "../../app/build_plan.ts";
import { defaultOutput } from "../../config/locate_index.ts";
import type { Settings } from "../../config/settings.ts";
import type { Skip } from "../../document/document.ts";
import { fileSize, plural } from "../../text/quantity.ts";
import { UserError } from "../../user_error.ts";
import type { Parsed } from "../command.ts";
import { commandContext } from "../command_context.ts";
import type { buildCommand } from "../table.ts";
import { interruptible } from "../terminal/interruptible.ts";
import type { Io } from "../terminal/io.ts";
import { ProgressLine } from "../terminal/progress.ts";
import { SkipReport } from "./skip_report.ts";

/** `docs build`: an index, an executable that carries one, or both. */
export async function run(
  { flags, arguments: sources }: Parsed<typeof buildCommand>,
  io: Io,
): Promise<number> {
  const progress = new ProgressLine(io.stderr);
  const { settings, context } = commandContext(flags, io, progress);
  const plan = await planBuild({ ...flags, sources }, settings, context);
  await buildAndReport(plan, context, io, progress, flags.json);
  if (!plan.isStep && flags.output === undefined) {
    noteOtherIndex(settings, context);
  }
  return 0;
}

/**
 * Carries out a plan, with progress on a terminal, and prints what it did.
 *
 * @throws {UserError} as `build()`
 */
export async function buildAndReport(
  plan: BuildPlan,
  context: AppContext,
  io: Io,
  progress: ProgressLine,
  json = false,
): Promise<void> {
  const skips = new SkipReport(context.log);
  const skipped: Skip[] = [];
  const listener: BuildListener = {
    onSkip(skip) {
      skipped.push(skip);
      skips.add(skip);
    },
    onProgress: ({ files, passages, seconds }) =>
      progress.update(() =>
        `${plural(files, "file")}, ${plural(passages, "passage")}, ${
          Math.round(passages / Math.max(seconds, 0.001))
        } passages/s`
      ),
    onDownload: (file, done, total) =>
      progress.update(() =>
        `${file}: ${fileSize(done)}${total ? ` of ${fileSize(total)}` : ""}`
      ),
  };
  let report: BuildReport;
  try {
    report = await interruptible(
      io,
      (signal) => build(plan, context, listener, signal),
    );
  } catch (error) {
    // A program that reads --json learns from it what was skipped, too.
    if (json && error instanceof UserError) {
      const { errorJson } = await import("../error_json.ts");
      io.stdout.json({ error: errorJson(error, "running"), skipped });
    }
    throw error;
  } finally {
    progress.clear();
    skips.finish();
  }
  report = await packExecutable(plan, report);
  if (json) io.stdout.json(report);
  else io.stdout.write(summaryOf(report, skips));
}

/** The end of a build in words. */
function summaryOf(report: BuildReport, skips: SkipReport): string {
  const lines = [
    `${plural(report.documents, "document")}, ${
      plural(report.sections, "section")
    }, ${plural(report.passages, "passage")}; embedder ${report.embedder}`,
    ...embeddedLine(report),
    ...questionsLine(report),
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

/** How many passages a slow embedder embedded, and how many vectors were reused. */
function embeddedLine({ embedded, reused }: BuildReport): string[] {
  return reused === 0
    ? []
    : [`${plural(embedded, "passage")} embedded, ${reused} kept from before`];
}

/** How many sections have questions to be found by, where there is a file of them. */
function questionsLine({ expansion }: BuildReport): string[] {
  if (expansion === undefined) return [];
  const { sections, questions, stale, missing } = expansion;
  const lacking = stale + missing === 0
    ? ""
    : `; ${stale} stale, ${missing} missing: docs questions writes them`;
  return [
    `${plural(questions, "question")} for ${
      plural(sections, "section")
    }${lacking}`,
  ];
}

/** Notes that commands read another index than the one just built. */
function noteOtherIndex(settings: Settings, { cwd, log }: AppContext): void {
  const { index } = settings;
  const { path } = defaultOutput(settings, cwd);
  if (index.value !== undefined && index.value !== path) {
    log.info(
      `built ${path}, but commands read ${index.value} (${index.origin}); -o builds into that`,
    );
  }
}
