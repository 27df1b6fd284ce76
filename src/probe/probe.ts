/**
 * Calls the tools of another MCP server, each as planned, and says of every
 * answer what kind it is.
 *
 * @module
 */

import type { Result } from "@modelcontextprotocol/client";
import type { UpstreamConfig } from "../upstream/config.ts";
import type { Message } from "../upstream/message.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { UpstreamError } from "../upstream/upstream_error.ts";
import { judge, type Judgement, sampleOf } from "./judge.ts";
import type { CallArguments, PlannedTool } from "./plan.ts";

/** A call that was made. */
export interface ProbedCall extends Judgement {
  tool: string;
  /** As a client gives them: without what is forced. */
  arguments: CallArguments;
  /** From the request to the result. */
  ms: number;
  /** It asked the user by the protocol and not in its answer. */
  elicited?: true;
}

/** How calls are made. */
export interface ProbeOptions {
  /** Characters that a client would be given of a result; 0 is no limit. */
  maxResultChars: number;
  signal: AbortSignal;
  /** Told before a call begins. */
  onCall?: (tool: string, args: CallArguments) => void;
}

/** JSON-RPC code of a server that needs the user at a URL first (2025-11-25). */
const URL_ELICITATION = -32042;

/**
 * The configuration to probe with: results come whole, so that they can be
 * judged and measured, and are held against the cap afterwards.
 */
export function uncapped(config: UpstreamConfig): UpstreamConfig {
  return { ...config, maxResultChars: 0 };
}

/**
 * Makes the calls, as many at once as the upstream has sessions of its own for,
 * one where it has one for all.
 *
 * @param upstream that was started with {@linkcode uncapped} and `answers`
 * @returns in the order of the plan
 * @throws what the signal was aborted with
 */
export async function probe(
  upstream: Upstream,
  planned: readonly PlannedTool[],
  options: ProbeOptions,
): Promise<ProbedCall[]> {
  const calls = planned.flatMap(({ tool, calls }) =>
    calls.map((args) => ({ tool: tool.name, args }))
  );
  const { signal } = options;
  const aborted = new Promise<void>((resolve) =>
    signal.addEventListener("abort", () => resolve())
  );
  const probed: ProbedCall[] = [];
  let next = 0;
  const work = async () => {
    while (next < calls.length) {
      const at = next++;
      const { tool, args } = calls[at]!;
      options.onCall?.(tool, args);
      probed[at] = await probeOne(upstream, tool, args, options);
      // A server that still works on it would not answer the next in time.
      if (!signal.aborted) await Promise.race([upstream.settled(), aborted]);
      signal.throwIfAborted();
    }
  };
  const workers = upstream.config.maxConcurrency ?? 1;
  await Promise.all(Array.from({ length: workers }, work));
  return probed;
}

async function probeOne(
  upstream: Upstream,
  tool: string,
  args: CallArguments,
  { maxResultChars, signal }: ProbeOptions,
): Promise<ProbedCall> {
  const asked: string[] = [];
  const started = performance.now();
  let judged: Judgement;
  try {
    const result = await upstream.callTool({ name: tool, arguments: args }, {
      signal,
      ask: (question) => Promise.resolve(declined(question, asked)),
    });
    judged = judge(result, args, maxResultChars);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    judged = failed(error);
  }
  const ms = Math.round(performance.now() - started);
  if (asked.length > 0) {
    judged.outcome = "needs confirmation";
    judged.sample = sampleOf(asked.join(" "));
  }
  return {
    tool,
    arguments: args,
    ms,
    ...judged,
    ...asked.length > 0 && { elicited: true },
  };
}

/** Nobody is there to answer, as in a service. */
function declined({ method, params }: Message, asked: string[]): Result {
  if (method !== "elicitation/create") {
    throw new UpstreamError("refused", "docs probe has no model", -32601);
  }
  asked.push(String(params?.message ?? method));
  return { action: "decline" };
}

function failed({ failure, code, message }: UpstreamError): Judgement {
  const outcome = failure === "timeout"
    ? "timeout"
    : code === URL_ELICITATION
    ? "needs confirmation"
    : "error";
  return { outcome, chars: 0, sample: sampleOf(message) };
}
