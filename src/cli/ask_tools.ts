import type { Answer } from "../answer/answer.ts";
import type { Answerer, AskOptions } from "../answer/ask.ts";
import { askWithTools, type ToolOptions } from "../answer/ask_with_tools.ts";
import { toolProviders } from "../answer/upstream_tools.ts";
import { Log } from "../log.ts";
import type { LogLevel } from "../log_level.ts";
import type { UpstreamConfig } from "../upstream/config.ts";
import { Upstreams } from "../upstream/upstreams.ts";
import { settlesWithin } from "../settles_within.ts";
import type { Io } from "./io.ts";
import { unlessAborted } from "../unless_aborted.ts";

/** Servers that are open. Disposing of it ends them. */
export interface OpenTools extends AsyncDisposable {
  /** Answers a question with their tools. */
  ask(
    question: string,
    answerer: Answerer,
    options: AskOptions,
    toolOptions: Omit<ToolOptions, "providers">,
  ): Promise<Answer>;
}

/** How long servers may take to start, in ms, before that is said. */
const SOON = 3_000;

/** How long they may take to end, in ms: asked, then told, then killed. */
const ENDING = 5_000;

/**
 * Opens the servers of a configuration. One that fails is told of and left out.
 *
 * @throws the signal's reason, when all are ended
 */
export async function openTools(
  configs: readonly UpstreamConfig[],
  level: LogLevel,
  io: Io,
  signal: AbortSignal,
): Promise<OpenTools> {
  const say = (message: string) => io.stderr.line(`docs: ${message}`);
  const log = new Log(
    // Without the time and the level, as the rest of the command's messages.
    (line) => say(line.replace(/^\S+ \S+ /, "")),
    level === "INFO" ? "WARNING" : level,
  );
  const upstreams = new Upstreams(configs, log);
  const names = configs.map(({ name }) => name).join(", ");
  const waiting = setTimeout(
    () => say(`waiting for ${names} to start; Ctrl-C ends that`),
    SOON,
  );
  try {
    const starting = upstreams.start().then(() => toolProviders(upstreams));
    const providers = await unlessAborted(starting, signal);
    return {
      ask: (question, answerer, options, toolOptions) =>
        askWithTools(question, answerer, options, {
          ...toolOptions,
          providers,
        }),
      [Symbol.asyncDispose]: () => ended(upstreams),
    };
  } catch (error) {
    await ended(upstreams);
    throw error;
  } finally {
    clearTimeout(waiting);
  }
}

/** The end of a program does not wait for a server that does not even greet. */
async function ended(upstreams: Upstreams): Promise<void> {
  await settlesWithin(upstreams.close(), ENDING);
}
