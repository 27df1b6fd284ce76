import {
  FunctionCallingConfigMode,
  type GenerateContentConfig,
  GoogleGenAI,
} from "@google/genai/web";
import {
  askModel,
  retryWithMoreTokens,
  type ThoughtfulReply,
} from "./_ask_model.ts";
import { TruncatedStream } from "./_model_error.ts";
import { contentsOf, GeminiAnswer } from "./_gemini_contents.ts";
import { modelSchema } from "./_model_schema.ts";
import { ToolNames } from "./_tool_names.ts";
import type { ChatModel, ChatReply, ChatRequest } from "./chat_model.ts";
import type { ModelOptions } from "./model_options.ts";

/**
 * A model of Google's Gemini API, through its SDK. Its build for browsers is
 * enough: it lacks only Google Cloud's logins, and loads no module of Node.
 */
export class GeminiModel implements ChatModel {
  readonly name: string;
  readonly host: string;
  readonly #options: ModelOptions;
  readonly #client: GoogleGenAI;

  constructor(options: ModelOptions) {
    const { name, url, key } = options.endpoint;
    this.name = name;
    this.host = url.host;
    this.#options = options;
    this.#client = new GoogleGenAI({
      apiKey: key!,
      httpOptions: { baseUrl: url.href },
    });
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
    maxOutputTokens: number,
    onText?: (piece: string) => void,
  ): Promise<ThoughtfulReply> {
    const { endpoint, temperature, patience } = this.#options;
    const { turns, signal } = request;
    const names = new ToolNames(request.tools);
    const asking = { endpoint, patience, signal, onText };
    return askModel(asking, async (connection, tell) => {
      // Always streamed, so that a timeout can tell a dead server from a long answer.
      const stream = await this.#client.models.generateContentStream({
        model: endpoint.model,
        contents: contentsOf(turns, names),
        config: {
          ...(request.system ? { systemInstruction: request.system } : {}),
          temperature,
          maxOutputTokens,
          ...toolsOf(request, names),
          abortSignal: connection.signal,
          httpOptions: { fetch: connection.fetch },
        },
      });
      const answer = new GeminiAnswer();
      for await (const piece of stream) tell(answer.add(piece));
      if (!answer.isWhole) throw new TruncatedStream();
      const { finish, usage, hasThought } = answer;
      return { turn: answer.turn(names), finish, usage, hasThought };
    });
  }
}

function toolsOf(
  { tools = [], toolChoice }: ChatRequest,
  names: ToolNames,
): GenerateContentConfig {
  if (tools.length === 0) return {};
  const functionDeclarations = tools.map((tool) => ({
    name: names.sent(tool.name),
    description: tool.description,
    parametersJsonSchema: modelSchema(tool.parameters),
  }));
  return {
    tools: [{ functionDeclarations }],
    ...(toolChoice === "none"
      ? {
        toolConfig: {
          functionCallingConfig: { mode: FunctionCallingConfigMode.NONE },
        },
      }
      : {}),
  };
}
