/**
 * Lets a model call tools until it answers (the second article's loop).
 *
 * @module
 */

import type {
  ChatModel,
  ChatReply,
  ModelTurn,
  ToolCall,
  ToolResult,
  Turn,
  Usage,
} from "../llm/chat_model.ts";
import { validateArguments } from "./validate_arguments.ts";
import type { MadeCall, OfferedTool, ToolOutcome } from "./toolbox.ts";

/** How a loop is run. */
export interface LoopOptions {
  system: string;
  turns: readonly Turn[];
  tools: readonly OfferedTool[];
  /** Calls of the model at most; in the last it must answer. */
  mostCalls: number;
  signal?: AbortSignal;
  onText?: (piece: string) => void;
  /** Told when what was streamed was no answer, but words before a call. */
  onAside?: () => void;
  /** Told of each call when it is done. */
  onCall?: (call: MadeCall) => void;
  /** Puts what a tool gave, be it an error, into the form that the model reads. */
  present(
    call: ToolCall,
    tool: OfferedTool,
    outcome: ToolOutcome,
  ): Promise<string>;
}

/** How it ended. */
export interface LoopEnd {
  reply: ChatReply;
  calls: MadeCall[];
  usage: Usage | null;
  /** Whether the model had to answer because it had no calls left. */
  limited: boolean;
}

/**
 * Asks the model, runs the calls that it asks for, tells it the results, and so
 * on until it answers in words. Arguments are checked first; what is wrong with
 * them goes back to the model with the schema.
 *
 * @throws {ModelError}
 */
export async function toolLoop(
  model: ChatModel,
  options: LoopOptions,
): Promise<LoopEnd> {
  const { system, tools, mostCalls, signal, onText } = options;
  const turns = [...options.turns];
  const calls: MadeCall[] = [];
  let usage: Usage | null = null;
  for (let count = 1;; count++) {
    const last = count >= mostCalls;
    const reply = await model.generate({
      system,
      turns,
      tools,
      toolChoice: last ? "none" : "auto",
      signal,
    }, onText);
    usage = sum(usage, reply.usage);
    if (last || reply.turn.calls.length === 0) {
      return { reply, calls, usage, limited: last && calls.length > 0 };
    }
    if (reply.turn.text !== "") options.onAside?.();
    const results = await runCalls(reply.turn, calls, options);
    turns.push(reply.turn, { role: "tool", results });
  }
}

/** All calls of a turn at once; each server has its own limit. */
async function runCalls(
  { calls: asked }: ModelTurn,
  calls: MadeCall[],
  options: LoopOptions,
): Promise<ToolResult[]> {
  const { tools, signal, onCall } = options;
  const outcomes = await Promise.all(asked.map(async (call) => {
    const started = performance.now();
    const tool = tools.find(({ name }) => name === call.name);
    const outcome = await outcomeOf(call, tool, tools, signal);
    const made: MadeCall = {
      upstream: tool?.upstream ?? null,
      tool: call.name,
      arguments: call.arguments,
      is_error: outcome.isError,
      chars: outcome.text.length,
      took_ms: Number((performance.now() - started).toFixed(1)),
    };
    onCall?.(made);
    return { call, tool, outcome, made };
  }));
  signal?.throwIfAborted();
  const results: ToolResult[] = [];
  // In the order of the calls, so that numbers do not depend on who is faster.
  for (const { call, tool, outcome, made } of outcomes) {
    calls.push(made);
    const { id, name } = call;
    const { isError } = outcome;
    const text = tool && !outcome.refused
      ? await options.present(call, tool, outcome)
      : outcome.text;
    results.push({ id, name, text, isError });
  }
  return results;
}

async function outcomeOf(
  call: ToolCall,
  tool: OfferedTool | undefined,
  tools: readonly OfferedTool[],
  signal?: AbortSignal,
): Promise<ToolOutcome & { refused?: true }> {
  if (tool === undefined) {
    const names = tools.map(({ name }) => name).join(", ");
    return refused(`There is no tool ${call.name}. Tools: ${names}.`);
  }
  const schema = `Its schema: ${JSON.stringify(tool.parameters)}`;
  if (call.broken !== undefined) {
    return refused(
      `The arguments of ${tool.name} are no JSON object. ${schema}`,
    );
  }
  const fault = validateArguments(tool.parameters, call.arguments);
  if (fault !== undefined) {
    return refused(
      `The arguments of ${tool.name} are wrong: ${fault}. ${schema}`,
    );
  }
  try {
    return await tool.call(call.arguments, signal);
  } catch (error) {
    signal?.throwIfAborted();
    const text = error instanceof Error ? error.message : String(error);
    return { text, isError: true };
  }
}

/** A call that was not made; the text is ours. */
function refused(text: string): ToolOutcome & { refused: true } {
  return { text, isError: true, refused: true };
}

function sum(one: Usage | null, other: Usage | undefined): Usage | null {
  if (other === undefined) return one;
  return {
    input_tokens: (one?.input_tokens ?? 0) + other.input_tokens,
    output_tokens: (one?.output_tokens ?? 0) + other.output_tokens,
  };
}
