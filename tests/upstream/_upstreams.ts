/**
 * Upstreams over the fixtures, started and ended around a test.
 *
 * @module
 */

import { DEFAULTS, type UpstreamConfig } from "../../src/upstream/config.ts";
import type { UpstreamToolResult } from "../../src/upstream/tool_result.ts";
import { Upstream } from "../../src/upstream/upstream.ts";
import type { Program } from "../_fixture.ts";
import { keptLog } from "../mcp/_library.ts";

/** What differs from the defaults. */
export type Differences = Partial<UpstreamConfig> & {
  env?: Record<string, string>;
  passEnvironment?: true | string[];
};

/** The configuration of an upstream over a fixture. */
export function configOf(
  program: Program,
  { env = {}, passEnvironment = [], ...differences }: Differences = {},
): UpstreamConfig {
  return {
    ...DEFAULTS,
    name: "geo",
    connection: { ...program, env, passEnvironment },
    ...differences,
  };
}

/** Starts an upstream, hands it over, and ends it. */
export async function withUpstream(
  config: UpstreamConfig,
  use: (upstream: Upstream, lines: string[]) => Promise<void>,
  answers = false,
): Promise<void> {
  const { log, lines } = keptLog();
  const upstream = new Upstream(config, log, { answers });
  try {
    await upstream.start();
    await use(upstream, lines);
  } finally {
    await upstream.close();
  }
}

/** The text of a result. */
export function textOf(result: UpstreamToolResult): string {
  return result.content?.map(({ text }) => text).join("") ?? "";
}

/** Waits until something holds. */
export async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 20_000;
  while (!holds()) {
    if (performance.now() > end) throw new Error("it never came to be");
    await new Promise((next) => setTimeout(next, 10));
  }
}

/** A process that has ended and was not waited for does not count. */
export function lives(pid: number): boolean {
  try {
    return !/\) Z /.test(Deno.readTextFileSync(`/proc/${pid}/stat`));
  } catch {
    return false;
  }
}
