import OpenAI from "openai";
import {
  askModel,
  retryWithMoreTokens,
  type ThoughtfulReply,
} from "./_ask_model.ts";
import { TruncatedStream } from "./_model_error.ts";
import type { ModelConnection, Refusal } from "./_model_connection.ts";
import { messagesOf, OpenAiAnswer } from "./_openai_messages.ts";
import { modelSchema } from "./_model_schema.ts";
import { ToolNames } from "./_tool_names.ts";
import type { ChatModel, ChatReply, ChatRequest } from "./chat_model.ts";
import type { ModelOptions } from "./model_options.ts";

/** The longest timeout of the SDK: `ModelConnection` has its own. */
const NEVER = 2 ** 31 - 1;

type Asked = OpenAI.Chat.ChatCompletionCreateParamsStreaming;

/** Parameters that some models refuse, with the one to send instead, if any. */
const REFUSABLE = {
  temperature: undefined,
  stream_options: undefined,
  max_tokens: "max_completion_tokens",
} as const;

type Refusable = keyof typeof REFUSABLE;

/**
 * A model behind OpenAI's chat completions, by its SDK: OpenAI, Ollama, vLLM,
 * llama.cpp and many others.
 */
export class OpenAiModel implements ChatModel {
  readonly name: string;
  readonly host: string;
  readonly #options: ModelOptions;
  /** Parameters that this model has refused. */
  readonly #refused = new Set<Refusable>();

  constructor(options: ModelOptions) {
    this.name = options.endpoint.name;
    this.host = options.endpoint.url.host;
    this.#options = options;
    // Its newer models accept only max_completion_tokens.
    if (this.host === "api.openai.com") this.#refused.add("max_tokens");
  }

  generate(
    request: ChatRequest,
    onText?: (piece: string) => void,
  ): Promise<ChatReply> {
    return retryWithMoreTokens(
      this.#options.maxTokens,
      (limit) => this.#ask(request, limit, onText),
    );
  }

  #ask(
    request: ChatRequest,
    limit: number,
    onText?: (piece: string) => void,
  ): Promise<ThoughtfulReply> {
    const { endpoint, patience } = this.#options;
    const names = new ToolNames(request.tools);
    const asking = { endpoint, patience, signal: request.signal, onText };
    return askModel(asking, async (connection, tell) => {
      const stream = await this.#open(connection, {
        model: endpoint.model,
        messages: messagesOf(request, names),
        ...toolsOf(request, names),
        // Always streamed, so that a timeout can tell a dead server from a long answer.
        stream: true,
        stream_options: { include_usage: true },
        temperature: this.#options.temperature,
        max_tokens: limit,
      });
      const answer = new OpenAiAnswer();
      for await (const piece of stream) tell(answer.add(piece));
      tell(answer.end());
      if (!answer.isWhole) throw new TruncatedStream();
      const { finish, usage, hasThought } = answer;
      return { turn: answer.turn(names), finish, usage, hasThought };
    });
  }

  /** Sends the request without the parameters that this model refuses. */
  async #open(connection: ModelConnection, asked: Asked) {
    const client = this.#client(connection);
    const { signal } = connection;
    while (true) {
      const body = this.#allowed(asked);
      try {
        return await client.chat.completions.create(body, { signal });
      } catch (error) {
        const refused = refusedIn(connection.refusal);
        if (refused === undefined || this.#refused.has(refused)) throw error;
        this.#refused.add(refused);
        connection.refusal = undefined;
      }
    }
  }

  #allowed(asked: Asked): Asked {
    const body = { ...asked } as unknown as Record<string, unknown>;
    for (const name of this.#refused) {
      const instead = REFUSABLE[name];
      if (instead) body[instead] = body[name];
      delete body[name];
    }
    return body as unknown as Asked;
  }

  /** Options left out here would be read from the environment by the SDK. */
  #client({ fetch }: ModelConnection): OpenAI {
    const { url, key } = this.#options.endpoint;
    return new OpenAI({
      baseURL: url.href,
      apiKey: key ?? "none",
      adminAPIKey: null,
      organization: null,
      project: null,
      ...(key ? {} : { defaultHeaders: { authorization: null } }),
      fetch,
      maxRetries: 0,
      timeout: NEVER,
      logLevel: "off",
    });
  }
}

/** Which parameter a server refused; OpenAI names it in `param`. */
function refusedIn(refusal: Refusal | undefined): Refusable | undefined {
  if (refusal?.status !== 400 && refusal?.status !== 422) return undefined;
  const named = /"param":\s*"(\w+)"/.exec(refusal.body)?.[1];
  const names = Object.keys(REFUSABLE) as Refusable[];
  return names.find((name) =>
    named ? named === name : refusal.body.includes(name)
  );
}

function toolsOf(
  { tools = [], toolChoice }: ChatRequest,
  names: ToolNames,
): Pick<Asked, "tools" | "tool_choice"> {
  if (tools.length === 0) return {};
  return {
    tools: tools.map((tool) => ({
      type: "function",
      function: {
        name: names.sent(tool.name),
        description: tool.description,
        parameters: modelSchema(tool.parameters),
      },
    })),
    ...(toolChoice === "none" ? { tool_choice: "none" } : {}),
  };
}
