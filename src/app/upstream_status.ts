import { Log } from "../log.ts";
import type { LogLevel } from "../log_level.ts";
import { describeMissing, type UpstreamEntry } from "../upstream/config.ts";
import { Upstream } from "../upstream/upstream.ts";
import { settlesWithin } from "../settles_within.ts";
import { unlessAborted } from "../unless_aborted.ts";

/** Time limit for a server to become ready, in ms; after it, it counts as down. */
const PATIENCE = 5_000;

/** State of a configured upstream server. */
export interface UpstreamReport {
  name: string;
  /** `inactive`: a requirement is missing; it is not started. */
  state: "ready" | "down" | "inactive" | "unknown";
  /** What is missing, or why it is down. */
  reason: string | null;
  /** Names of its tools, when it is ready. */
  tools: string[];
}

/**
 * Starts the active servers, lists their tools, and stops them.
 *
 * @param signal aborts it
 * @param offline Nothing is started, since a server might use the network.
 */
export async function upstreamReports(
  entries: readonly UpstreamEntry[],
  offline: boolean,
  level: LogLevel,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<UpstreamReport[]> {
  return await Promise.all(entries.map(async (entry) => {
    const { name } = entry;
    const report = { name, reason: null, tools: [] };
    if (entry.config === undefined) {
      const reason = describeMissing(entry.missing);
      return { ...report, state: "inactive" as const, reason };
    }
    if (offline) {
      const reason = "not started, since offline is set";
      return { ...report, state: "unknown" as const, reason };
    }
    const log = new Log(say, level === "DEBUG" ? level : "ERROR");
    const upstream = new Upstream(entry.config, log);
    try {
      await unlessAborted(settlesWithin(upstream.start(), PATIENCE), signal);
      const { state, reason } = upstream.status;
      if (state !== "ready") {
        const why = reason ?? `it is not ready after ${PATIENCE / 1_000} s`;
        return { ...report, state: "down" as const, reason: why };
      }
      const tools = await upstream.tools();
      const names = tools.map((tool) => tool.name);
      return { ...report, state: "ready" as const, tools: names };
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      return { ...report, state: "down" as const, reason };
    } finally {
      await upstream.close();
    }
  }));
}
