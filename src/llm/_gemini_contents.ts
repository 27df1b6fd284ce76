/**
 * Converts conversations to Gemini's format, and its answers from it.
 *
 * @module
 */

import type {
  Content,
  FunctionCall,
  GenerateContentResponse,
  Part,
} from "@google/genai/web";
import type { FinishReason, ModelTurn, Turn, Usage } from "./chat_model.ts";
import type { ToolNames } from "./_tool_names.ts";

/**
 * What Gemini takes for the signature of a call that it did not make itself
 * (ai.google.dev/gemini-api/docs/thought-signatures).
 */
const NO_SIGNATURE = "skip_thought_signature_validator";

/** The turns as contents. A turn of the model's goes back as it came. */
export function contentsOf(
  turns: readonly Turn[],
  names: ToolNames,
): Content[] {
  const contents = turns.map((turn) => contentOf(turn, names));
  const ids = new Set(
    contents.flatMap(({ parts = [] }) =>
      parts.map(({ functionCall }) => functionCall?.id)
    ),
  );
  for (
    const { functionResponse } of contents.flatMap(({ parts = [] }) => parts)
  ) {
    // Gemini must not see ids that we made up.
    if (!ids.has(functionResponse?.id)) delete functionResponse?.id;
  }
  // An answer with nothing in it is refused when it is sent back.
  return contents.filter(({ parts = [] }) => parts.length > 0);
}

function contentOf(turn: Turn, names: ToolNames): Content {
  switch (turn.role) {
    case "user":
      return { role: "user", parts: [{ text: turn.text }] };
    case "tool":
      return {
        role: "user",
        parts: turn.results.map(({ id, name, text, isError }) => ({
          functionResponse: {
            id,
            name: names.sent(name),
            response: isError ? { error: text } : { output: text },
          },
        })),
      };
    case "model":
      return isContent(turn.native)
        ? turn.native
        : { role: "model", parts: partsOf(turn, names) };
  }
}

function isContent(native: unknown): native is Content {
  return Array.isArray((native as Content | undefined)?.parts);
}

function partsOf({ text, calls }: ModelTurn, names: ToolNames): Part[] {
  const parts: Part[] = text === "" ? [] : [{ text }];
  calls.forEach(({ name, arguments: args }, at) =>
    parts.push({
      functionCall: { name: names.sent(name), args },
      // One for all calls of a turn.
      ...(at === 0 ? { thoughtSignature: NO_SIGNATURE } : {}),
    })
  );
  return parts;
}

/** An answer that comes in pieces. */
export class GeminiAnswer {
  readonly #parts: Part[] = [];
  #finish?: string;
  #blocked = false;
  #usage?: GenerateContentResponse["usageMetadata"];

  /** @returns the text that has come */
  add(piece: GenerateContentResponse): string {
    const candidate = piece.candidates?.[0];
    const parts = candidate?.content?.parts ?? [];
    this.#parts.push(...parts);
    this.#finish = candidate?.finishReason ?? this.#finish;
    this.#blocked ||= piece.promptFeedback?.blockReason !== undefined;
    this.#usage = piece.usageMetadata ?? this.#usage;
    return textOf(parts);
  }

  /** Whether Gemini has said why it stopped, which it does last. */
  get isWhole(): boolean {
    return this.#blocked || this.#finish !== undefined;
  }

  /** Whether tokens were spent on thinking. */
  get hasThought(): boolean {
    return (this.#usage?.thoughtsTokenCount ?? 0) > 0;
  }

  get usage(): Usage | undefined {
    if (!this.#usage) return undefined;
    const {
      promptTokenCount = 0,
      candidatesTokenCount = 0,
      thoughtsTokenCount = 0,
    } = this.#usage;
    return {
      input_tokens: promptTokenCount,
      // As OpenAI counts and both charge.
      output_tokens: candidatesTokenCount + thoughtsTokenCount,
    };
  }

  get finish(): FinishReason {
    if (this.#blocked) return "blocked";
    const finish = finishReason(this.#finish);
    return finish === "stop" && this.#calls.length > 0 ? "tool_calls" : finish;
  }

  /** The turn, with its content as it came, thought signatures and all. */
  turn(names: ToolNames): ModelTurn {
    if (this.finish === "blocked") {
      return { role: "model", text: "", calls: [] };
    }
    return {
      role: "model",
      text: textOf(this.#parts),
      calls: this.#calls.map(({ id, name = "", args = {} }, at) => ({
        id: id ?? `call-${at + 1}-${crypto.randomUUID().slice(0, 8)}`,
        name: names.ours(name),
        arguments: args,
      })),
      native: { role: "model", parts: this.#parts },
    };
  }

  get #calls(): FunctionCall[] {
    return this.#parts.flatMap(({ functionCall }) => functionCall ?? []);
  }
}

/** Thoughts are parts, too, and are not text. */
function textOf(parts: Part[]): string {
  return parts.map(({ text = "", thought }) => thought ? "" : text).join("");
}

/** @see https://ai.google.dev/api/generate-content#FinishReason */
function finishReason(reason: string | undefined): FinishReason {
  switch (reason) {
    case "MAX_TOKENS":
    case "CONTINUATION":
      return "length";
    case "SAFETY":
    case "RECITATION":
    case "LANGUAGE":
    case "BLOCKLIST":
    case "PROHIBITED_CONTENT":
    case "SPII":
      return "blocked";
    default:
      // STOP, or a call that went wrong: what has come is all there is.
      return "stop";
  }
}
