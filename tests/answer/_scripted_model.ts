import type {
  ChatModel,
  ChatReply,
  ChatRequest,
} from "../../src/llm/chat_model.ts";

/** A model that says what a test tells it to, and keeps what it is asked. */
export class ScriptedModel implements ChatModel {
  readonly name = "scripted";
  readonly host = "model.test";
  readonly asked: ChatRequest[] = [];
  readonly #replies: (string | Error | Partial<ChatReply>)[];

  constructor(...replies: (string | Error | Partial<ChatReply>)[]) {
    this.#replies = replies;
  }

  generate(
    request: ChatRequest,
    onText?: (piece: string) => void,
  ): Promise<ChatReply> {
    this.asked.push(request);
    const reply = this.#replies.shift();
    if (reply === undefined) throw new Error("asked once too often");
    if (reply instanceof Error) return Promise.reject(reply);
    const whole = typeof reply === "string"
      ? { turn: { role: "model" as const, text: reply, calls: [] } }
      : reply;
    const text = whole.turn?.text ?? "";
    for (const piece of text.match(/[^]{1,7}/g) ?? []) onText?.(piece);
    return Promise.resolve({
      turn: { role: "model", text: "", calls: [] },
      finish: "stop",
      usage: { input_tokens: 100, output_tokens: 10 },
      ...whole,
    });
  }
}
