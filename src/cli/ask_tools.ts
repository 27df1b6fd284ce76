import type { ToolProvider } from "../answer/toolbox.ts";
import { toolProviders } from "../answer/upstream_tools.ts";
import type { LogLevel } from "../config/kinds.ts";
import { Log } from "../mcp/log.ts";
import type { UpstreamConfig } from "../upstream/config.ts";
import { Upstreams } from "../upstream/upstreams.ts";
import type { Io } from "./io.ts";

/** Servers that are open. Disposing of it ends them. */
export interface OpenTools extends AsyncDisposable {
  providers: ToolProvider[];
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
    return {
      providers: await toolProviders(upstreams),
      [Symbol.asyncDispose]: () => upstreams.close(),
    };
  } catch (error) {
    await upstreams.close();
    throw error;
  }
}
