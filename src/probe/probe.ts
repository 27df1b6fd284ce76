/**
 * Calls the tools of another MCP server as planned and classifies every result.
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

/** A call and its classified result. */
export interface ProbedCall extends Judgement {
  tool: string;
  /** As a client gives them: without forced arguments. */
  arguments: CallArguments;
  /** Milliseconds from the request to the result. */
  ms: number;
  /** The server asked the user with an elicitation request, not in its result. */
  elicited?: true;
}

/** How calls are made. */
export interface ProbeOptions {
  /** UTF-16 code units of a result that a client would get; 0 means no limit. */
  maxResultChars: number;
  signal: AbortSignal;
  /** Called before each call. */
  onCall?: (tool: string, args: CallArguments) => void;
}

/** JSON-RPC error code: the user must visit a URL first (`URLElicitationRequired`, 2025-11-25). */
const URL_ELICITATION = -32042;

/**
 * The configuration for probing: results are not truncated, so that they can be
 * classified and measured; `judge` applies the limit.
 */
export function uncapped(config: UpstreamConfig): UpstreamConfig {
  return { ...config, maxResultChars: 0, maxBinaryChars: 0 };
}

/**
 * Makes the calls, `maxConcurrency` at a time (default: one).
 *
 * @param upstream must have been started with {@linkcode uncapped} and `answers`
 * @returns the calls in the order of the plan
 * @throws the signal's reason
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

/**
 * Declines an elicitation request, as a service would, and records its question.
 *
 * @throws {UpstreamError} for other requests, such as sampling
 */
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
