import { resolveSettings } from "../../src/config/settings.ts";
import type {
  ChatModel,
  ChatRequest,
  ModelError,
} from "../../src/llm/chat_model.ts";
import { openChatModel } from "../../src/llm/open_chat_model.ts";
import { FakeGeminiServer } from "../fixtures/fake_gemini_server.ts";
import type {
  FakeModelOptions,
  FakeModelServer,
  Step,
} from "../fixtures/fake_model_server.ts";
import { FakeOpenAiServer } from "../fixtures/fake_openai_server.ts";

/** A key that must be seen nowhere. */
export const KEY = "AIza-k3y-of-the-test";

/** A model on a server; pauses between tries are short. */
export function openModel(
  variables: Record<string, string>,
  firstPause = 5,
): Promise<ChatModel> {
  const env = { get: (name: string) => variables[name] };
  const settings = resolveSettings({ flags: {}, env, cwd: "/" });
  return openChatModel(settings, env, { firstPause });
}

/** The variables that lead to a fake. */
export function variablesFor(server: FakeModelServer): Record<string, string> {
  return server instanceof FakeGeminiServer
    ? { GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: server.url }
    : {
      LLM_MODEL: "openai:gpt-test",
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: server.url,
    };
}

/** Both kinds of servers, for what holds for each. */
export const servers: Record<
  string,
  (options: FakeModelOptions) => FakeModelServer
> = {
  gemini: (options) => new FakeGeminiServer({ key: KEY, ...options }),
  openai: (options) => new FakeOpenAiServer({ key: KEY, ...options }),
};

/** A question and nothing else. */
export function question(text = "How?"): ChatRequest {
  return { system: "Answer.", turns: [{ role: "user", text }] };
}

/** The error that a promise fails with. */
export async function failure(promise: Promise<unknown>): Promise<ModelError> {
  try {
    await promise;
  } catch (error) {
    return error as ModelError;
  }
  throw new Error("it did not fail");
}

/** One test for each kind of server, with a model on it. */
export function testEach(
  name: string,
  steps: Step[],
  test: (
    setup: {
      server: FakeModelServer;
      model: ChatModel;
      provider: string;
    },
  ) => Promise<void>,
  variables: Record<string, string> = {},
  options: FakeModelOptions = {},
): void {
  for (const [provider, start] of Object.entries(servers)) {
    Deno.test(`${provider}: ${name}`, async () => {
      await using server = start({ steps, ...options });
      const model = await openModel({ ...variablesFor(server), ...variables });
      await test({ server, model, provider });
    });
  }
}

/** Waits for what is to come soon. */
export async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries++) {
    if (tries === 500) throw new Error("it never came");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
