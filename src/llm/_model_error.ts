/**
 * Explains why a model gave no answer.
 *
 * @module
 */

import { serverMessage } from "../server_message.ts";
import { ModelError } from "./chat_model.ts";
import {
  isBusy,
  type ModelConnection,
  type Refusal,
} from "./_model_connection.ts";
import type { ModelEndpoint } from "./model_endpoint.ts";

/** The model that is suggested instead of an unknown one. */
const CURRENT_GEMINI = "gemini-flash-latest";

/** The stream of an answer ended before the answer did. */
export class TruncatedStream extends Error {}

/**
 * Why no answer came.
 *
 * @param error what an SDK threw; the connection usually knows more
 */
export function modelError(
  endpoint: ModelEndpoint,
  { timedOut, refusal, silence }: ModelConnection,
  error: unknown,
): ModelError {
  if (timedOut) return silent(endpoint, silence);
  const refused = refusal ?? refusalIn(error);
  return refused
    ? refusedBy(endpoint, refused)
    : lost(endpoint, error as Error | undefined);
}

/** An error that was sent as a part of a stream; both SDKs throw it as their own. */
function refusalIn(error: unknown): Refusal | undefined {
  const { name, status, message, error: body, code } = error as {
    name?: string;
    status?: number;
    message?: string;
    error?: unknown;
    code?: unknown;
  };
  // Of @google/genai: `got status: UNAVAILABLE. {…}`.
  if (name === "ApiError" && status) {
    return { status, body: message!.replace(/^got status: \w+\. /, "") };
  }
  if (body === undefined) return undefined;
  return { status: Number(code) || 500, body: JSON.stringify(body) };
}

function silent(endpoint: ModelEndpoint, silence: number): ModelError {
  const seconds = silence / 1000;
  return new ModelError(
    "timeout",
    `nothing came from ${endpoint.model} at ${endpoint.url.host} for ${seconds} second${
      seconds === 1 ? "" : "s"
    }`,
    "Try again later, or set LLM_TIMEOUT to more seconds.",
  );
}

function lost(endpoint: ModelEndpoint, error?: Error): ModelError {
  const { model, url: { host }, key, provider } = endpoint;
  if (error instanceof TruncatedStream) {
    return new ModelError(
      "network",
      `the answer of ${model} at ${host} broke off`,
      "Try again.",
    );
  }
  const cause = error?.cause instanceof Error ? error.cause : error;
  return new ModelError(
    "network",
    `${host} cannot be reached, or the connection broke: ${
      serverMessage(cause?.message ?? "", key)
    }`,
    provider === "ollama"
      ? "Check that Ollama runs (ollama serve), or set OLLAMA_HOST to where it does."
      : "Check the network, and the address if you set one.",
  );
}

function refusedBy(
  endpoint: ModelEndpoint,
  { status, body }: Refusal,
): ModelError {
  const { model, url: { host }, key, provider } = endpoint;
  const said = serverMessage(body, key);
  const answered = `${host} answered ${status}${said ? `: ${said}` : ""}`;
  if (isUnknownModel(status, body)) {
    return new ModelError(
      "unknown_model",
      provider === "gemini"
        ? `${host} does not know the model ${model}; a current one is ${CURRENT_GEMINI} (${said})`
        : `${host} does not know the model ${model}: ${said}`,
      {
        gemini: `Set LLM_MODEL=${CURRENT_GEMINI}.`,
        openai:
          "Check LLM_MODEL, and OPENAI_BASE_URL if the model is on another server.",
        ollama:
          `Run ollama pull ${model}, or set LLM_MODEL to one that ollama list shows.`,
      }[provider],
    );
  }
  if (isKeyRefusal(status, body)) {
    const variable = provider === "gemini"
      ? "GEMINI_API_KEY"
      : "OPENAI_API_KEY";
    return new ModelError("key", answered, `Check ${variable}.`);
  }
  if (isBusy(status)) {
    return new ModelError("busy", answered, "Try again later.");
  }
  return new ModelError(
    "refused",
    answered,
    status === 404 ? `Check the address ${endpoint.url.href}.` : undefined,
  );
}

/** Google, OpenAI and Ollama answer 404 and name the model; others 400. */
function isUnknownModel(status: number, body: string): boolean {
  return /model_not_found/.test(body) ||
    (status === 404 && /model/i.test(body)) ||
    (status === 400 && /model name format|not a valid model/i.test(body));
}

/** Google answers 400 to a key that it does not know. */
function isKeyRefusal(status: number, body: string): boolean {
  return status === 401 || status === 403 || /API_KEY_INVALID/.test(body);
}
