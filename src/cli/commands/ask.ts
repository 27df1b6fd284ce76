import type { Answer } from "../../answer/answer.ts";
import { ask, type AskOptions } from "../../answer/ask.ts";
import type { MadeCall } from "../../answer/toolbox.ts";
import { AnswerMeans } from "../../app/answer_means.ts";
import { openLocatedIndex } from "../../app/open_located_index.ts";
import type { OpenTools } from "../../app/open_tools.ts";
import { SearcherFactory } from "../../app/searcher_factory.ts";
import type { Settings } from "../../config/settings.ts";
import type { Log } from "../../log.ts";
import { sampleTitles } from "../../read/sample_titles.ts";
import { noWord } from "../../search/no_word.ts";
import { readQuery } from "../../search/read_query.ts";
import { plural } from "../../text/quantity.ts";
import { shortened } from "../../text/quoted.ts";
import { printable, safeText } from "../../text/visible.ts";
import type { UpstreamConfig } from "../../upstream/config.ts";
import { loadUpstreams } from "../../upstream/load_upstreams.ts";
import { UserError } from "../../user_error.ts";
import type { Parsed } from "../command.ts";
import { commandContext } from "../command_context.ts";
import type { askCommand } from "../table_ask.ts";
import { interruptible } from "../terminal/interruptible.ts";
import type { Io } from "../terminal/io.ts";
import { type Style, styleFor } from "../terminal/style.ts";
import { contextLines, sourceLines } from "./ask_output.ts";
import { converse } from "./conversation.ts";
import { nearestLines } from "./search_output.ts";
import { StreamedAnswer } from "./streamed_answer.ts";

/** Sections when neither `-k` nor TOP_K_RESULTS says how many. */
const DEFAULT_SECTIONS = 5;

/** Titles that tell a model what the documents are about. */
const TITLES = 12;

/** Delay after which waiting for servers is reported, in ms. */
const SOON = 3_000;

/** Warnings of an answer that are printed. */
const MOST_WARNINGS = 20;

/** UTF-16 units of a warning that are printed; `--json` has it whole. */
const LONGEST_WARNING = 500;

/** `docs ask`: an answer from the documents, or a conversation. */
export async function run(
  { flags, arguments: words }: Parsed<typeof askCommand>,
  io: Io,
): Promise<number> {
  const question = words.join(" ").trim();
  const converses = words.length === 0 && Deno.stdin.isTerminal() &&
    io.stdout.isTerminal && !flags.json;
  if (question === "" && !converses) {
    throw new UserError(
      words.length === 0
        ? "docs ask needs a QUESTION"
        : "the question is empty",
      "Ask: docs ask QUESTION. On a terminal, docs ask alone begins a conversation.",
    );
  }
  const { settings: loaded, context } = commandContext(flags, io);
  using opened = openLocatedIndex(loaded, context);
  using searchers = new SearcherFactory(context);
  const { index, settings } = opened;
  const searcher = await searchers.open(opened);
  if (!converses && readQuery(question).terms.length === 0) {
    throw new UserError(
      noWord(question),
      "Ask with words: docs ask how do I back up",
    );
  }
  const cache = flags["no-cache"] ? "none" : "disk";
  const answerer = new AnswerMeans(settings, context, cache)
    .answerer(opened, searcher);
  const k = Math.min(settings.topK.value ?? DEFAULT_SECTIONS, 20);
  const style = styleFor(io.stdout, settings, io);
  const streams = io.stdout.isTerminal && !flags["no-stream"] && !flags.json;
  const configs = answerer.model === undefined || settings.offline.value
    ? []
    : activeUpstreams(flags, io);
  await using tools = configs.length === 0 ? undefined : await interruptible(
    io,
    (signal) => startTools(configs, settings, io, signal),
  );
  const once = async (
    question: string,
    options: Pick<AskOptions, "history" | "searched" | "signal">,
  ): Promise<Answer> => {
    const streamed = new StreamedAnswer((text) =>
      io.stdout.write(safeText(text))
    );
    const asked: AskOptions = {
      k,
      ...options,
      context: flags["show-context"],
      onText: streams ? (piece) => streamed.take(piece) : undefined,
    };
    const answer = tools === undefined
      ? await ask(question, answerer, asked)
      : await tools.ask(question, answerer, asked, {
        titles: sampleTitles(index, TITLES),
        mostCalls: settings.maxIterations.value,
        onAside: () => streamed.beginAnew(),
        onCall: flags.verbose ? (call) => sayCall(call, io) : undefined,
      });
    streamed.end();
    if (flags.json) io.stdout.json(answer);
    else show(answer, streamed.shown, style, io);
    report(answer, context.log, io);
    return answer;
  };
  if (converses) {
    return await converse(once, answerer, io);
  }
  return await interruptible(io, async (signal) => {
    const answer = await once(question, { signal });
    return isFound(answer) && !opened.isFallback ? 0 : 1;
  });
}

/** Other servers that are configured and lack nothing. */
function activeUpstreams(
  flags: Parsed<typeof askCommand>["flags"],
  io: Io,
): UpstreamConfig[] {
  return loadUpstreams({ flags, env: io.env, cwd: io.cwd() })
    .flatMap(({ config }) => config ?? []);
}

/** Starts the servers; reports it when that takes long. */
async function startTools(
  configs: readonly UpstreamConfig[],
  { logLevel }: Settings,
  io: Io,
  signal: AbortSignal,
): Promise<OpenTools> {
  const { openTools } = await import("../../app/open_tools.ts");
  const say = (sentence: string) => io.stderr.line(`docs: ${sentence}`);
  const names = configs.map(({ name }) => name).join(", ");
  const waiting = setTimeout(
    () => say(`waiting for ${names} to start; Ctrl-C ends that`),
    SOON,
  );
  try {
    return await openTools(configs, logLevel.value, say, signal);
  } finally {
    clearTimeout(waiting);
  }
}

function sayCall(
  { upstream, tool, arguments: args, is_error, chars, took_ms }: MadeCall,
  io: Io,
): void {
  io.stderr.line(
    `docs: called ${upstream ? `${upstream}: ` : ""}${tool} ${
      printable(JSON.stringify(args))
    }: ${is_error ? "error" : "ok"}, ${
      plural(chars, "character")
    }, ${took_ms} ms`,
  );
}

/** Whether the documents, or tools, have an answer. */
function isFound({ mode, sources, claims }: Answer): boolean {
  return mode === "chitchat" || mode !== "none" &&
      (sources.length > 0 || claims.some(({ supported }) => supported));
}

/** @param streamed what of the answer has been shown already */
function show(answer: Answer, streamed: string, style: Style, io: Io): void {
  const { stdout } = io;
  const plain = stdout.isTerminal ? safeText : (text: string) => text;
  const rest = streamed.trim() === answer.answer.trim() ? "" : answer.answer;
  if (streamed !== "" && !streamed.endsWith("\n")) stdout.line();
  if (rest !== "") {
    if (streamed !== "") {
      const isChecked = answer.mode === "model" || answer.mode === "chitchat";
      const label = isChecked ? "checked" : "in its place";
      stdout.line(style.dim(`\n--- ${label}:\n`));
    }
    stdout.line(plain(rest));
  }
  for (const line of sourceLines(answer, style)) stdout.line(line);
  for (const line of contextLines(answer)) stdout.line(line);
}

/** Reports corrections and warnings on stderr. */
function report(answer: Answer, log: Log, io: Io): void {
  for (const { typed, taken } of answer.corrections ?? []) {
    io.stderr.line(
      `docs: no document has ${
        printable(JSON.stringify(typed))
      }; searched for ${printable(JSON.stringify(taken))}`,
    );
  }
  // They quote what the model wrote, which may be anything.
  for (const warning of answer.warnings.slice(0, MOST_WARNINGS)) {
    log.warning(shortened(warning, LONGEST_WARNING));
  }
  const more = answer.warnings.length - MOST_WARNINGS;
  if (more > 0) log.warning(`and ${more} more; --json has them all`);
  for (const line of nearestLines(answer.nearest ?? [])) io.stderr.line(line);
}
