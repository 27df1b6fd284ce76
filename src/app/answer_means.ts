import { AnswerCache } from "../answer/answer_cache.ts";
import type { Answerer, AskedModel } from "../answer/ask.ts";
import { answerCacheFile } from "../config/cache_folder.ts";
import type { Settings } from "../config/settings.ts";
import { isLoopback } from "../is_loopback.ts";
import type { ChatModel } from "../llm/chat_model.ts";
import {
  hasGeminiKey,
  type ModelEndpoint,
  modelEndpoint,
} from "../llm/model_endpoint.ts";
import type { Searcher } from "../search/search.ts";
import { plural } from "../text/quantity.ts";
import { UserError } from "../user_error.ts";
import type { AppContext } from "./app_context.ts";
import type { OpenedIndex } from "./open_located_index.ts";

/** Where model answers are cached; `disk` also caches in memory. */
export type AnswerCacheKind = "none" | "memory" | "disk";

/**
 * The model and the answer cache. Both are reused when the index is reopened.
 */
export class AnswerMeans {
  readonly #env: AppContext["env"];
  readonly #announce: AskedModel["announce"];
  readonly #cache?: AnswerCache;
  #kept?: { offline: boolean; model?: AskedModel };

  /** @param cache `disk` for programs that end after one answer */
  constructor(
    settings: Settings,
    { env, announce }: Pick<AppContext, "env" | "announce">,
    cache: AnswerCacheKind,
  ) {
    this.#env = env;
    this.#announce = announcer(announce);
    if (cache !== "none") {
      this.#cache = answerCache(settings, env, cache === "disk");
    }
  }

  /** Everything that `ask` needs to answer questions about this index. */
  answerer({ index, settings }: OpenedIndex, searcher: Searcher): Answerer {
    return {
      index,
      searcher,
      minScore: settings.minScore.value,
      contextChars: settings.llmContextChars.value,
      model: this.#modelUnder(settings),
      cache: this.#cache,
    };
  }

  /** @param settings with the restrictions of the index */
  #modelUnder(settings: Settings): AskedModel | undefined {
    const offline = settings.offline.value;
    if (this.#kept?.offline !== offline) {
      const model = askedModel(settings, this.#env, this.#announce);
      this.#kept = { offline, model };
    }
    return this.#kept.model;
  }
}

/** Announces what is sent, once. */
function announcer(
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
 * The configured cache; none if CACHE_ENABLED, CACHE_TTL or CACHE_MAX_SIZE
 * disable it.
 *
 * @param onDisk for programs that end after one answer
 */
function answerCache(
  { cacheEnabled, cacheTtl, cacheMaxSize }: Settings,
  env: AppContext["env"],
  onDisk: boolean,
): AnswerCache | undefined {
  const most = cacheMaxSize.value, ttl = cacheTtl.value * 1_000;
  if (!cacheEnabled.value || most === 0 || ttl === 0) return undefined;
  const file = onDisk ? answerCacheFile(env) : undefined;
  if (onDisk && file === undefined) return undefined;
  return new AnswerCache({ most, ttl, file });
}

/**
 * The configured model, loaded at its first call.
 *
 * @returns undefined if no model may be called: without a key and no model
 *   named, and offline, unless it is on this machine or a flag names it
 */
function askedModel(
  settings: Settings,
  env: AppContext["env"],
  announce: AskedModel["announce"],
): AskedModel | undefined {
  const { llmModel, llmTemperature, llmMaxTokens, offline } = settings;
  const required = llmModel.level === "flag";
  const endpoint = endpointOf(llmModel.value, env);
  if (!required) {
    if (llmModel.level === "default" && !hasGeminiKey(env)) return;
    if (offline.value && endpoint && !isLoopback(endpoint.url.hostname)) {
      return;
    }
  }
  let opened: Promise<ChatModel> | undefined;
  const open = async () => {
    const { openChatModel } = await import("../llm/open_chat_model.ts");
    return await openChatModel(settings, env);
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

/** Undefined if the name, key or address is invalid; the error is reported at the model's first call. */
function endpointOf(
  name: string,
  env: AppContext["env"],
): ModelEndpoint | undefined {
  try {
    return modelEndpoint(name, env);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
