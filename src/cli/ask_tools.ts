import type { Answer } from "../answer/answer.ts";
import type { Answerer, AskOptions } from "../answer/ask.ts";
import { askWithTools, type ToolOptions } from "../answer/ask_with_tools.ts";
import { toolProviders } from "../answer/upstream_tools.ts";
import type { LogLevel } from "../config/kinds.ts";
import { Log } from "../mcp/log.ts";
import type { UpstreamConfig } from "../upstream/config.ts";
import { Upstreams } from "../upstream/upstreams.ts";
import type { Io } from "./io.ts";

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

/** Opens the servers of a configuration. One that fails is told of and left out. */
export async function openTools(
  configs: readonly UpstreamConfig[],
  level: LogLevel,
  io: Io,
): Promise<OpenTools> {
  const log = new Log(
    (line) => io.stderr.line(`docs: ${line}`),
    level === "INFO" ? "WARNING" : level,
  );
  const upstreams = new Upstreams(configs, log);
  try {
    await upstreams.start();
    const providers = await toolProviders(upstreams);
    return {
      ask: (question, answerer, options, toolOptions) =>
        askWithTools(question, answerer, options, {
          ...toolOptions,
          providers,
        }),
      [Symbol.asyncDispose]: () => upstreams.close(),
    };
  } catch (error) {
    await upstreams.close();
    throw error;
  }
}
