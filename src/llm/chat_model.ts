/**
 * A language model as the rest of the program sees it, whoever serves it.
 *
 * @module
 */

import { UserError } from "../user_error.ts";

/** A call of a tool that the model asks for. */
export interface ToolCall {
  /** Tells calls of one turn apart. */
  id: string;
  name: string;
  arguments: Record<string, unknown>;
  /**
   * The arguments as the model wrote them, where they are no JSON object; then
   * `arguments` is empty.
   */
  broken?: string;
}

/** What came of a call. */
export interface ToolResult {
  id: string;
  name: string;
  text: string;
  isError?: boolean;
}

/** What the model said, and the calls it asks for. */
export interface ModelTurn {
  role: "model";
  text: string;
  calls: ToolCall[];
  /**
   * The provider's own form of the turn, which is given back to it unchanged:
   * Gemini refuses a call whose thought signature is missing.
   */
  native?: unknown;
}

/** One turn of a conversation. */
export type Turn =
  | { role: "user"; text: string }
  | ModelTurn
  | { role: "tool"; results: ToolResult[] };

/** A tool that the model may call. */
export interface ToolDeclaration {
  name: string;
  description: string;
  /** JSON Schema of an object. */
  parameters: Record<string, unknown>;
}

/** What a model is asked. */
export interface ChatRequest {
  /** Instructions that stand above the conversation. */
  system: string;
  turns: readonly Turn[];
  tools?: readonly ToolDeclaration[];
  /** `none`: the tools are declared, but the model must answer in words. */
  toolChoice?: "auto" | "none";
  signal?: AbortSignal;
}

/**
 * Why a model stopped; `length`: LLM_MAX_TOKENS, `blocked`: by the provider's
 * safety rules, where nothing that came may be used and the text is empty.
 */
export type FinishReason = "stop" | "length" | "tool_calls" | "blocked";

/** Tokens, as the provider counts them. */
export interface Usage {
  input_tokens: number;
  output_tokens: number;
}

/** What a model answered. */
export interface ChatReply {
  turn: ModelTurn;
  finish: FinishReason;
  usage?: Usage;
}

/** A model that answers. */
export interface ChatModel {
  /** As the user names it: `gemini-flash-latest`, `ollama:qwen3`. */
  readonly name: string;
  /** Host and port that everything is sent to. */
  readonly host: string;
  /**
   * Asks the model, once more or a few times where the provider is busy.
   *
   * @param onText told each piece of the answer's text as it comes
   * @throws {ModelError} nothing usable came
   * @throws {DOMException} `AbortError` when the signal was aborted
   */
  generate(
    request: ChatRequest,
    onText?: (piece: string) => void,
  ): Promise<ChatReply>;
}

/**
 * Why a model gave no answer.
 *
 * - `unknown_model`: the provider does not know it
 * - `key`: there is no key, or it was refused
 * - `busy`: still 429 or 5xx after the tries there are
 * - `network`: no connection, or it broke in mid-answer
 * - `timeout`: nothing came for too long
 * - `refused`: any other refusal; the message is the provider's
 */
export type ModelErrorKind =
  | "unknown_model"
  | "key"
  | "busy"
  | "network"
  | "timeout"
  | "refused";

/** A model that gave no answer. Its message never holds a key. */
export class ModelError extends UserError {
  constructor(
    readonly kind: ModelErrorKind,
    what: string,
    next?: string,
  ) {
    super(what, next);
  }
}
