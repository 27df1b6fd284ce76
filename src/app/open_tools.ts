import type { Answer } from "../answer/answer.ts";
import type { Answerer, AskOptions } from "../answer/ask.ts";
import { askWithTools, type ToolOptions } from "../answer/ask_with_tools.ts";
import { toolProviders } from "../answer/upstream_tools.ts";
import { Log } from "../log.ts";
import type { LogLevel } from "../log_level.ts";
import { settlesWithin } from "../settles_within.ts";
import { unlessAborted } from "../unless_aborted.ts";
import type { UpstreamConfig } from "../upstream/config.ts";
import { Upstreams } from "../upstream/upstreams.ts";

/** Tools of running servers. Disposing stops the servers. */
export interface OpenTools extends AsyncDisposable {
  /** Answers a question with their tools. */
  ask(
    question: string,
    answerer: Answerer,
    options: AskOptions,
    toolOptions: Omit<ToolOptions, "providers">,
  ): Promise<Answer>;
}

/** Time limit for stopping them, in ms: closed, then terminated, then killed. */
const ENDING = 5_000;

/**
 * Starts the servers of a configuration. One that fails is logged and left out.
 *
 * @param level LOG_LEVEL; at `INFO`, still only warnings are logged
 * @param say writes one message of the log
 * @throws the signal's reason, after all have stopped
 */
export async function openTools(
  configs: readonly UpstreamConfig[],
  level: LogLevel,
  say: (sentence: string) => void,
  signal: AbortSignal,
): Promise<OpenTools> {
  const least = level === "INFO" ? "WARNING" : level;
  const log = new Log(say, least, (message) => message);
  const upstreams = new Upstreams(configs, log);
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
  }
}

/** Limits the wait, so that an unresponsive server does not delay the exit. */
async function ended(upstreams: Upstreams): Promise<void> {
  await settlesWithin(upstreams.close(), ENDING);
}
