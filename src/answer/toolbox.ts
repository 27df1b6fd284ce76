/**
 * Tools that a model may call while it answers, whoever has them.
 *
 * @module
 */

import type { ToolDeclaration } from "../llm/chat_model.ts";
import type { SentSection } from "./citations/checked_answer.ts";

/** One tool. */
export interface OfferedTool extends ToolDeclaration {
  /** Whose it is; undefined for our own search. */
  upstream?: string;
  /**
   * Calls it.
   *
   * @param args checked against `parameters`
   */
  call(
    args: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<ToolOutcome>;
}

/** What came of a call. */
export interface ToolOutcome {
  /** As the model is to read it; with `sections` they are read in its place. */
  text: string;
  isError: boolean;
  /** What our own search found; the numbers are not yet theirs. */
  sections?: (SentSection & { score: number })[];
}

/** A server whose tools are offered. */
export interface ToolProvider {
  name: string;
  /** What it says of itself, if anything. */
  about: string;
  tools: OfferedTool[];
  /** Arguments that the configuration sets, and that it takes out. */
  force: string[];
  drop: string[];
}

/** A call that was made: part of `docs ask --json`. */
export interface MadeCall {
  upstream: string | null;
  tool: string;
  /** As the model gave them. */
  arguments: Record<string, unknown>;
  is_error: boolean;
  /** UTF-16 units of the result. */
  chars: number;
  took_ms: number;
}
