/**
 * What `docs probe` has found, as `--json` prints it.
 *
 * @module
 */

import type { Tool } from "@modelcontextprotocol/client";
import type { About } from "../upstream/session.ts";
import { type Outcome, OUTCOMES } from "./judge.ts";
import { isReadOnly, type PlannedTool } from "./plan.ts";
import type { ProbedCall } from "./probe.ts";

/** A tool that the server has. */
export interface ReportedTool {
  name: string;
  description?: string;
  /** Without what is forced or dropped. */
  inputSchema: Tool["inputSchema"];
  /** Whether it says that it only reads. */
  readOnly: boolean;
  called: boolean;
  /** Calls it; only where it was not called. */
  command?: string;
}

/** The JSON of `docs probe --json`. */
export interface Report {
  upstream: string;
  /** What it calls itself; null when it does not. */
  server: { name: string; version: string } | null;
  tools: ReportedTool[];
  /** By outcome, and in the order in which they were made. */
  calls: ProbedCall[];
  counts: Record<Outcome, number>;
}

/** @param commandFor a line of shell that calls a tool */
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

/** Whether something gave data, cut or whole. */
export function gaveData({ counts }: Report): boolean {
  return counts.data + counts["too large"] > 0;
}
