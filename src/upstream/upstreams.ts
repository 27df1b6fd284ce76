import type { Tool } from "@modelcontextprotocol/client";
import type { Log } from "../log.ts";
import type { UpstreamConfig } from "./config.ts";
import { Upstream } from "./upstream.ts";

/** A tool of one of several upstreams. */
export interface UpstreamTool {
  /** As clients and models see it: its own, or with a prefix. */
  name: string;
  upstream: Upstream;
  /** Its own name is what the upstream is called with. */
  tool: Tool;
}

/** Several upstreams; a failing one does not affect the others. */
export class Upstreams {
  readonly all: readonly Upstream[];
  readonly #log: Log;

  /** @param answers whether calls can answer requests of the servers */
  constructor(
    configs: readonly UpstreamConfig[],
    log: Log,
    options: { answers?: boolean } = {},
  ) {
    this.#log = log;
    this.all = configs.map((config) => new Upstream(config, log, options));
  }

  /** Opens all of them. */
  async start(): Promise<void> {
    await Promise.all(this.all.map((upstream) => upstream.start()));
  }

  /** The tools of connected upstreams, in configuration order. */
  async tools(): Promise<UpstreamTool[]> {
    const lists = await Promise.all(this.all.map(async (upstream) => {
      try {
        return await upstream.tools();
      } catch (error) {
        this.#log.warning(`${upstream.name}: ${(error as Error).message}`);
        return [];
      }
    }));
    return named(
      lists.flatMap((tools, at) =>
        tools.map((tool) => ({ upstream: this.all[at]!, tool }))
      ),
    );
  }

  /** Closes all of them. */
  async close(): Promise<void> {
    await Promise.all(this.all.map((upstream) => upstream.close()));
  }
}

/**
 * Makes tool names unique: a tool has the prefix of its upstream; without one,
 * `NAME_` goes before those names that more than one upstream has.
 */
export function named(
  tools: readonly { upstream: Upstream; tool: Tool }[],
): UpstreamTool[] {
  const own = tools.map(({ upstream, tool }) =>
    (upstream.config.prefix ?? "") + tool.name
  );
  return tools.map(({ upstream, tool }, at) => {
    const shared = own.some((name, other) =>
      name === own[at] && tools[other]!.upstream !== upstream
    );
    const name = shared && upstream.config.prefix === undefined
      ? `${upstream.name}_${tool.name}`
      : own[at]!;
    return { name, upstream, tool };
  });
}
