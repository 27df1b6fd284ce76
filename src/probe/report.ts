/**
 * The report of `docs probe`, as `--json` prints it.
 *
 * @module
 */

import type { Tool } from "@modelcontextprotocol/client";
import type { About } from "../upstream/session.ts";
import { type Outcome, OUTCOMES } from "./judge.ts";
import { isReadOnly, type PlannedTool } from "./plan.ts";
import type { ProbedCall } from "./probe.ts";

/** A tool of the server. */
export interface ReportedTool {
  name: string;
  description?: string;
  /** Without forced and dropped arguments. */
  inputSchema: Tool["inputSchema"];
  /** Whether it is annotated as read-only. */
  readOnly: boolean;
  called: boolean;
  /** Shell command that would call it; only if it was not called. */
  command?: string;
}

/** The JSON of `docs probe --json`. */
export interface Report {
  upstream: string;
  /** Name and version from its `initialize` response; null if it gave none. */
  server: { name: string; version: string } | null;
  tools: ReportedTool[];
  /** Sorted by outcome, then in the order of the calls. */
  calls: ProbedCall[];
  counts: Record<Outcome, number>;
}

/**
 * Makes the report.
 *
 * @param commandFor returns a shell command that calls a tool
 */
export function report(
  upstream: string,
  about: About | undefined,
  planned: readonly PlannedTool[],
  calls: readonly ProbedCall[],
  commandFor: (tool: Tool) => string,
): Report {
  const info = about?.info;
  return {
    upstream,
    server: info ? { name: info.name, version: info.version } : null,
    tools: planned.map(({ tool, calls }) => ({
      name: tool.name,
      ...tool.description !== undefined && { description: tool.description },
      inputSchema: tool.inputSchema,
      readOnly: isReadOnly(tool),
      called: calls.length > 0,
      ...calls.length === 0 && { command: commandFor(tool) },
    })),
    calls: OUTCOMES.flatMap((it) =>
      calls.filter(({ outcome }) => outcome === it)
    ),
    counts: Object.fromEntries(
      OUTCOMES.map((
        it,
      ) => [it, calls.filter(({ outcome }) => outcome === it).length]),
    ) as Record<Outcome, number>,
  };
}

/** Whether a call returned data, truncated or not. */
export function gaveData({ counts }: Report): boolean {
  return counts.data + counts["too large"] > 0;
}
