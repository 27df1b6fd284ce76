import type { Settings } from "../config/settings.ts";
import { isLoopback } from "../is_loopback.ts";
import { UserError } from "../user_error.ts";
import type { Patience } from "./_model_connection.ts";
import type { ChatModel } from "./chat_model.ts";
import { modelEndpoint } from "./model_endpoint.ts";
import type { ModelOptions } from "./model_options.ts";

/** The settings that a model is opened by. */
export type ModelSettings = Pick<
  Settings,
  "llmModel" | "llmTemperature" | "llmMaxTokens" | "llmTimeout" | "offline"
>;

/**
 * Opens the model that LLM_MODEL names; see `modelEndpoint` for the names. The
 * SDK of its provider is loaded only now. Nothing is sent.
 *
 * @param patience tries and pauses, for tests
 * @throws {ModelError} `key` where there is none
 * @throws {UserError} for a name or an address that cannot be one, and offline,
 *   unless the model is on this machine
 */
export async function openChatModel(
  settings: ModelSettings,
  env: { get(name: string): string | undefined },
  patience: Partial<Patience> = {},
): Promise<ChatModel> {
  const endpoint = modelEndpoint(settings.llmModel.value, env);
  if (settings.offline.value && !isLoopback(endpoint.url.hostname)) {
    throw new UserError(
      `offline is set, and the model ${endpoint.name} is on ${endpoint.url.host}`,
      "Unset DOCS_OFFLINE (or offline in the settings), or use a model on this machine.",
    );
  }
  const options: ModelOptions = {
    endpoint,
    temperature: settings.llmTemperature.value,
    maxTokens: settings.llmMaxTokens.value,
    patience: { silence: settings.llmTimeout.value * 1000, ...patience },
  };
  if (endpoint.provider === "gemini") {
    const { GeminiModel } = await import("./gemini.ts");
    return new GeminiModel(options);
  }
  const { OpenAiModel } = await import("./openai.ts");
  return new OpenAiModel(options);
}
