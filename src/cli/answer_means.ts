import { AnswerCache } from "../answer/answer_cache.ts";
import type { AskedModel } from "../answer/ask.ts";
import { answerCacheFile } from "../config/cache_folder.ts";
import type { Settings } from "../config/settings.ts";
import { isLoopback } from "../is_loopback.ts";
import type { ChatModel } from "../llm/chat_model.ts";
import {
  hasGeminiKey,
  type ModelEndpoint,
  modelEndpoint,
} from "../llm/model_endpoint.ts";
import { UserError } from "../user_error.ts";
import type { Io } from "./io.ts";
import { plural } from "./words.ts";

/** A message that is said at the first sending, and not again. */
export function announcer(
  say: (sentence: string) => void,
): AskedModel["announce"] {
  let said = false;
  return ({ host, sections, chars }, servers) => {
    if (said) return;
    said = true;
    if (servers) {
      say(
        `sending the question, and what search_docs and the tools of ${
          servers.join(", ")
        } give, to ${host}`,
      );
      return;
    }
    say(
      `sending ${plural(sections, "section")} (${chars} characters) to ${host}`,
    );
  };
}

/**
 * The cache that the settings ask for; none where CACHE_ENABLED, CACHE_TTL or
 * CACHE_MAX_SIZE say so.
 *
 * @param onDisk for programs that end after one answer
 */
export function answerCache(
  { cacheEnabled, cacheTtl, cacheMaxSize }: Settings,
  io: Io,
  onDisk: boolean,
): AnswerCache | undefined {
  const most = cacheMaxSize.value, ttl = cacheTtl.value * 1_000;
  if (!cacheEnabled.value || most === 0 || ttl === 0) return undefined;
  const file = onDisk ? answerCacheFile(io.env) : undefined;
  if (onDisk && file === undefined) return undefined;
  return new AnswerCache({ most, ttl, file });
}

/**
 * The model that the settings name, to be loaded when it is asked.
 *
 * @returns undefined where none is to be asked: without a key, when nobody has
 *   named a model, and offline, unless it is on this machine or a flag names it
 */
export function askedModel(
  settings: Settings,
  io: Io,
  announce: AskedModel["announce"],
): AskedModel | undefined {
  const { llmModel, llmTemperature, llmMaxTokens, offline } = settings;
  const required = llmModel.level === "flag";
  const endpoint = endpointOf(llmModel.value, io);
  if (!required) {
    if (llmModel.level === "default" && !hasGeminiKey(io.env)) return;
    if (offline.value && endpoint && !isLoopback(endpoint.url.hostname)) {
      return;
    }
  }
  let opened: Promise<ChatModel> | undefined;
  const open = async () => {
    const { openChatModel } = await import("../llm/open_chat_model.ts");
    return await openChatModel(settings, io.env);
  };
  return {
    required,
    announce,
    settings: JSON.stringify([
      llmModel.value,
      endpoint?.url,
      llmTemperature.value,
      llmMaxTokens.value,
    ]),
    open: () =>
      opened ??= open().catch((error) => {
        opened = undefined;
        throw error;
      }),
  };
}

/**
 * What a server answers with: one cache in memory, and one model.
 *
 * @param say told once what is sent, before it is
 */
export function serverAnswers(
  settings: Settings,
  io: Io,
  say: (sentence: string) => void,
) {
  const announce = announcer(say);
  const cache = answerCache(settings, io, false);
  let kept: { offline: boolean; model?: AskedModel } | undefined;
  return {
    /** @param restricted the settings with what the index forbids */
    under(restricted: Settings): { model?: AskedModel; cache?: AnswerCache } {
      const offline = restricted.offline.value;
      if (kept?.offline !== offline) {
        kept = { offline, model: askedModel(restricted, io, announce) };
      }
      return { model: kept.model, cache };
    },
  };
}

/** Undefined where the name, the key or an address is wrong, which is said when the model is asked. */
function endpointOf(name: string, io: Io): ModelEndpoint | undefined {
  try {
    return modelEndpoint(name, io.env);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
