/**
 * Converts conversations to the format of OpenAI's chat completions, and answers
 * from it.
 *
 * @module
 */

import type OpenAI from "openai";
import type {
  ChatRequest,
  FinishReason,
  ModelTurn,
  ToolCall,
  Turn,
  Usage,
} from "./chat_model.ts";
import type { ToolNames } from "./_tool_names.ts";
import { ThinkTagFilter } from "./_think_tag_filter.ts";

type Message = OpenAI.Chat.ChatCompletionMessageParam;
type Piece = OpenAI.Chat.ChatCompletionChunk;
type CallPiece = NonNullable<Piece["choices"][0]["delta"]["tool_calls"]>[0];

/** What a model said and what it sent along, to be sent back. */
interface NativeMessage {
  role: "assistant";
  tool_calls: NativeCall[];
  [other: string]: unknown;
}

/** Everything that came with a call; its name and arguments may come in pieces. */
interface NativeCall {
  id: string;
  function: { name: string; arguments: string };
  [other: string]: unknown;
}

/** The instructions and the turns as messages. */
export function messagesOf(
  { system, turns }: ChatRequest,
  names: ToolNames,
): Message[] {
  const messages = turns.flatMap((turn) => messagesOfTurn(turn, names));
  return system ? [{ role: "system", content: system }, ...messages] : messages;
}

function messagesOfTurn(turn: Turn, names: ToolNames): Message[] {
  switch (turn.role) {
    case "user":
      return [{ role: "user", content: turn.text }];
    case "tool":
      return turn.results.map(({ id, text, isError }) => ({
        role: "tool",
        tool_call_id: id,
        content: isError ? `Error: ${text}` : text,
      }));
    case "model":
      return [messageOfModel(turn, names)];
  }
}

function messageOfModel(turn: ModelTurn, names: ToolNames): Message {
  const { text: content, calls } = turn;
  if (calls.length === 0) return { role: "assistant", content };
  const native = turn.native as Partial<NativeMessage> | undefined;
  return {
    ...(native?.role === "assistant" ? native : {}),
    role: "assistant",
    content: content || null,
    tool_calls: calls.map(({ id, name, arguments: args }) => ({
      // Gateways to Gemini send its thought signatures beside the function.
      ...native?.tool_calls?.find((call) => call.id === id),
      id,
      type: "function",
      // Servers parse them again, and fail where they are no JSON.
      function: { name: names.sent(name), arguments: JSON.stringify(args) },
    })),
  };
}

/** An answer that comes in pieces. */
export class OpenAiAnswer {
  readonly #thinking = new ThinkTagFilter();
  readonly #calls: NativeCall[] = [];
  readonly #places = new Map<number, NativeCall>();
  #text = "";
  #reasoning = "";
  #refused = false;
  #finish?: string;
  #usage?: Piece["usage"];

  /** @returns the text that has come */
  add({ choices, usage }: Piece): string {
    this.#usage = usage ?? this.#usage;
    const choice = choices?.[0];
    if (!choice) return "";
    const { content, refusal, tool_calls, ...others } = choice.delta ?? {};
    const { reasoning_content } = others as { reasoning_content?: string };
    this.#reasoning += reasoning_content ?? "";
    this.#refused ||= typeof refusal === "string" && refusal !== "";
    for (const call of tool_calls ?? []) this.#addCall(call);
    this.#finish = choice.finish_reason ?? this.#finish;
    return this.#say(this.#thinking.add(content ?? ""));
  }

  /** @returns text that was held back until now */
  end(): string {
    return this.#say(this.#thinking.end());
  }

  /** Whether the server has said why the model stopped, which it does last. */
  get isWhole(): boolean {
    return this.#finish !== undefined;
  }

  /** Whether tokens were spent on thinking. */
  get hasThought(): boolean {
    const { reasoning_tokens = 0 } = this.#usage?.completion_tokens_details ??
      {};
    return reasoning_tokens > 0 || this.#reasoning !== "" ||
      this.#thinking.hasThought;
  }

  get usage(): Usage | undefined {
    return this.#usage
      ? {
        input_tokens: this.#usage.prompt_tokens,
        output_tokens: this.#usage.completion_tokens,
      }
      : undefined;
  }

  get finish(): FinishReason {
    if (this.#refused || this.#finish === "content_filter") return "blocked";
    if (this.#finish === "length") return "length";
    return this.#calls.length > 0 ? "tool_calls" : "stop";
  }

  turn(names: ToolNames): ModelTurn {
    if (this.finish === "blocked") {
      return { role: "model", text: "", calls: [] };
    }
    const calls = this.#calls.map((call) => callOf(call, names));
    const native: NativeMessage = {
      role: "assistant",
      tool_calls: this.#calls,
      // DeepSeek asks for it while tools are used.
      ...(this.#reasoning ? { reasoning_content: this.#reasoning } : {}),
    };
    return {
      role: "model",
      text: this.#text,
      calls,
      ...(calls.length > 0 ? { native } : {}),
    };
  }

  #say(text: string): string {
    this.#text += text;
    return text;
  }

  /**
   * Pieces of a call share its index. Ollama gives all calls the index 0, and
   * other servers none; there a new id begins a new call.
   */
  #addCall({ index, id, function: named, ...others }: CallPiece): void {
    const place = index ?? (id ? this.#calls.length : this.#calls.length - 1);
    let call = this.#places.get(place);
    if (!call || (id && id !== call.id)) {
      call = {
        id: id ||
          `call-${this.#calls.length + 1}-${crypto.randomUUID().slice(0, 8)}`,
        function: { name: "", arguments: "" },
      };
      this.#calls.push(call);
      this.#places.set(place, call);
    }
    Object.assign(call, others);
    call.function.name ||= named?.name ?? "";
    const text: unknown = named?.arguments ?? "";
    call.function.arguments += typeof text === "string"
      ? text
      : JSON.stringify(text);
  }
}

function callOf(
  { id, function: called }: NativeCall,
  names: ToolNames,
): ToolCall {
  const name = names.ours(called.name);
  const text = called.arguments.trim();
  if (text === "") return { id, name, arguments: {} };
  try {
    const value = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return { id, name, arguments: value };
    }
  } catch {
    // Models write broken JSON at times.
  }
  return { id, name, arguments: {}, broken: text };
}
