import type { AppContext } from "../../app/app_context.ts";
import {
  addQuestions,
  type PlannedQuestions,
  planQuestions,
  type QuestionsPlan,
  readQuestions,
} from "../../app/questions.ts";
import type { ChatModel } from "../../llm/chat_model.ts";
import { modelEndpoint } from "../../llm/model_endpoint.ts";
import { batches, estimate } from "../../questions/batches.ts";
import { importQuestions } from "../../questions/import_questions.ts";
import {
  writeQuestions,
  type Written,
} from "../../questions/write_questions.ts";
import { plural } from "../../text/quantity.ts";
import { printable } from "../../text/visible.ts";
import { UserError } from "../../user_error.ts";
import type { Parsed } from "../command.ts";
import { commandContext } from "../command_context.ts";
import type { questionsCommand } from "../table_questions.ts";
import { interruptible } from "../terminal/interruptible.ts";
import type { Io } from "../terminal/io.ts";
import { ProgressLine } from "../terminal/progress.ts";
import {
  costOf,
  countsOf,
  estimateText,
  missingJson,
  missingLines,
  parsePrice,
  summaryText,
} from "./questions_output.ts";

type Flags = Parsed<typeof questionsCommand>["flags"];

/** Sections that `--missing` prints when `--limit` does not say how many. */
const SHOWN = 20;

/** Problems of an import that are named. */
const PROBLEMS = 20;

/** `docs questions`: has questions written for sections, or takes written ones. */
export async function run(
  { flags, arguments: sources }: Parsed<typeof questionsCommand>,
  io: Io,
): Promise<number> {
  const modes = ["missing", "import", "dry-run", "prune"] as const;
  const given = modes.filter((mode) => flags[mode] !== undefined);
  if (given.length > 1) {
    throw new UserError(
      `docs questions does one thing at a time, not ${
        given.map((mode) => `--${mode}`).join(" and ")
      }`,
    );
  }
  if (flags.limit !== undefined && !flags.missing) {
    throw new UserError(
      "--limit belongs to --missing",
      "To ask a model less at a time, use --max-requests.",
    );
  }
  const progress = new ProgressLine(io.stderr);
  const { settings, context } = commandContext(flags, io, progress);
  const plan = planQuestions(sources, settings, context);
  return await interruptible(io, async (signal) => {
    try {
      const planned = await readQuestions(plan, signal);
      if (planned.sections.length === 0) {
        throw new UserError(
          `no sections in ${plan.sources.map(printable).join(", ")}`,
          "Name the folder of the documents: docs questions FOLDER",
        );
      }
      if (flags.missing) return showMissing(planned, plan, flags, io);
      if (flags.import !== undefined) {
        return await takeIn(flags.import, planned, plan, flags, io);
      }
      if (flags.prune) return prune(planned, plan, flags, io);
      return await write(planned, plan, flags, io, context, progress, signal);
    } finally {
      progress.clear();
    }
  });
}

function showMissing(
  planned: PlannedQuestions,
  plan: QuestionsPlan,
  flags: Flags,
  io: Io,
): number {
  const lacking = planned.sections.filter(({ state }) => state !== "current");
  const shown = lacking.slice(0, flags.limit ?? SHOWN);
  if (flags.json) io.stdout.json(missingJson(planned, plan, shown));
  else if (lacking.length > 0) {
    io.stdout.write(missingLines(shown, lacking.length));
  } else io.stderr.line(`docs: ${summaryText(countsOf(planned))}`);
  return lacking.length > 0 ? 0 : 1;
}

async function takeIn(
  from: string,
  planned: PlannedQuestions,
  plan: QuestionsPlan,
  flags: Flags,
  io: Io,
): Promise<number> {
  const text = from === "-"
    ? await new Response(io.stdin).text()
    : readGiven(from, io);
  const { rows, problems } = importQuestions(
    text,
    planned.sections,
    flags.model ?? "import",
  );
  if (rows.length > 0) addQuestions(plan.root, rows);
  const counts = countsOf(await readQuestions(plan));
  for (const { row, id, problem } of problems.slice(0, PROBLEMS)) {
    io.stderr.line(
      `docs: row ${row} (${printable(id)}): ${printable(problem)}`,
    );
  }
  if (problems.length > PROBLEMS) {
    io.stderr.line(`docs: and ${problems.length - PROBLEMS} more problems`);
  }
  const { file } = planned.questions;
  if (flags.json) {
    io.stdout.json({ file, imported: rows.length, problems, counts });
  } else {
    io.stdout.line(
      `${plural(rows.length, "section")} taken into ${printable(file)}; ${
        summaryText(counts)
      }`,
    );
  }
  return rows.length > 0 ? 0 : 2;
}

function readGiven(path: string, io: Io): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new UserError(
      `${printable(path)} cannot be read: ${error.message}`,
      `A relative name starts from ${io.cwd()}; - is stdin.`,
    );
  }
}

function prune(
  planned: PlannedQuestions,
  plan: QuestionsPlan,
  flags: Flags,
  io: Io,
): number {
  const { orphaned, questions: { file } } = planned;
  if (orphaned.length > 0) addQuestions(plan.root, [], orphaned);
  if (flags.json) io.stdout.json({ file, removed: orphaned });
  else io.stdout.line(`${plural(orphaned.length, "line")} removed`);
  return 0;
}

async function write(
  planned: PlannedQuestions,
  plan: QuestionsPlan,
  flags: Flags,
  io: Io,
  { env, announce }: AppContext,
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<number> {
  const price = flags.price === undefined ? undefined : parsePrice(flags.price);
  const groups = batches(
    planned.sections.filter(({ state }) => state !== "current"),
  );
  const most = flags["max-requests"];
  const asked = estimate(most === undefined ? groups : groups.slice(0, most));
  const { file } = planned.questions;
  if (flags["dry-run"] || groups.length === 0) {
    const counts = countsOf(planned);
    if (flags.json) {
      io.stdout.json({
        file,
        estimate: asked,
        cost: costOf(asked, price),
        counts,
      });
    } else {
      const what = groups.length > 0
        ? `${estimateText(asked, price)}; `
        : "nothing to write: ";
      io.stdout.line(what + summaryText(counts));
    }
    return 0;
  }
  const { settings } = plan;
  const name = settings.llmModel.value;
  const model = await openModel(plan, env);
  announce(
    `sending to ${modelEndpoint(name, env).url.host} (${name}): ${
      estimateText(asked, price)
    }`,
  );
  let saved = 0;
  let written: Written;
  try {
    written = await writeQuestions(groups, model, {
      model: name,
      maxRequests: most,
      signal,
      onRows(rows) {
        addQuestions(plan.root, rows);
        saved += rows.length;
      },
      onProgress: ({ requests, sections }) =>
        progress.update(() =>
          `${sections} of ${plural(asked.sections, "section")}, ${
            plural(requests, "request")
          }`
        ),
    });
  } catch (error) {
    if (saved > 0) {
      announce(
        `${plural(saved, "section")} kept in ${
          printable(file)
        }; the next run goes on from there`,
      );
    }
    throw error;
  }
  progress.clear();
  for (const { path, anchor } of written.failed) {
    io.stderr.line(
      `docs: the model gave no question of use for ${
        printable(`${path}#${anchor}`)
      }`,
    );
  }
  const { failed, ...figures } = written;
  const counts = countsOf(await readQuestions(plan));
  if (flags.json) {
    io.stdout.json({
      ...{ file, ...figures, failed: failed.length },
      ...{ cost: costOf(written, price), counts },
    });
  } else {
    io.stdout.line(
      `${plural(written.sections, "section")} written in ${
        plural(written.requests, "request")
      } (${written.input_tokens} tokens sent, ${written.output_tokens} received) into ${
        printable(file)
      }; ${summaryText(counts)}`,
    );
  }
  return 0;
}

async function openModel(
  { settings }: QuestionsPlan,
  env: AppContext["env"],
): Promise<ChatModel> {
  try {
    const { openChatModel } = await import("../../llm/open_chat_model.ts");
    return await openChatModel(settings, env);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(
      error.message,
      `${
        error.next ?? ""
      } Without a model, let your coding agent write them: docs questions --missing --json, then docs questions --import FILE.`
        .trim(),
    );
  }
}
