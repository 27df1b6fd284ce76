/**
 * Parses LLM_MODEL, and finds the address and key of the model.
 *
 * @module
 */

import { UserError } from "../user_error.ts";
import { ModelError } from "./chat_model.ts";

/** The API that a model is asked through. */
export type Provider = "gemini" | "openai" | "ollama";

/** A model and where it is. */
export interface ModelEndpoint {
  /** As the user names it. */
  name: string;
  provider: Provider;
  /** As the provider names it. */
  model: string;
  /** The base address of the API. */
  url: URL;
  /** A secret; undefined if the server needs none. */
  key?: string;
}

/** The environment that keys and addresses are read from. */
interface Environment {
  get(name: string): string | undefined;
}

/**
 * Parses the name of a model: `NAME` or `gemini:NAME` is Google's,
 * `ollama:NAME` is served by Ollama, `openai:NAME` by OpenAI or whatever
 * OPENAI_BASE_URL names. Nothing is sent.
 *
 * @param name LLM_MODEL
 * @throws {ModelError} `key` where the provider asks for a key and there is none
 * @throws {UserError} when the name or an address cannot be one
 */
export function modelEndpoint(name: string, env: Environment): ModelEndpoint {
  const [, prefix, model = ""] = /^(?:([^:]*):)?(.*)$/.exec(name.trim()) ??
    [];
  if (model === "") throw wrongName(name);
  switch (prefix) {
    case undefined:
    case "gemini":
      return geminiEndpoint(name, model, env);
    case "openai":
      return openAiEndpoint(name, model, env);
    case "ollama":
      return { name, provider: prefix, model, url: ollamaUrl(env) };
    default:
      throw wrongName(name);
  }
}

function wrongName(name: string): UserError {
  return new UserError(
    `LLM_MODEL is ${JSON.stringify(name)}, which names no model`,
    "It must be the name of a Gemini model, ollama:NAME, or openai:NAME (with OPENAI_BASE_URL for any other server that speaks OpenAI's API).",
  );
}

function geminiEndpoint(
  name: string,
  model: string,
  env: Environment,
): ModelEndpoint {
  // It becomes part of an address, which the SDK refuses with other characters.
  if (!/^[\w./@:-]+$/.test(model) || model.includes("..")) {
    throw wrongName(name);
  }
  const key = keyIn("GEMINI_API_KEY", env) ?? keyIn("GOOGLE_API_KEY", env);
  if (key === undefined) {
    throw new ModelError(
      "key",
      `there is no key for ${model}`,
      "Set GEMINI_API_KEY to one from https://aistudio.google.com/apikey, or LLM_MODEL to a model that needs none, such as ollama:qwen3.",
    );
  }
  const url = addressIn("GOOGLE_GEMINI_BASE_URL", env) ??
    new URL("https://generativelanguage.googleapis.com/");
  return { name, provider: "gemini", model, url, key };
}

function openAiEndpoint(
  name: string,
  model: string,
  env: Environment,
): ModelEndpoint {
  const own = addressIn("OPENAI_BASE_URL", env);
  const key = keyIn("OPENAI_API_KEY", env);
  if (own === undefined && key === undefined) {
    throw new ModelError(
      "key",
      `there is no key for ${model}`,
      "Set OPENAI_API_KEY, or OPENAI_BASE_URL if the model is on a server of yours.",
    );
  }
  const url = own ?? new URL("https://api.openai.com/v1");
  return { name, provider: "openai", model, url, key };
}

/**
 * OLLAMA_HOST as Ollama itself reads it: `HOST`, `HOST:PORT` or an address. A
 * server listens at 0.0.0.0, which nobody can call.
 */
function ollamaUrl(env: Environment): URL {
  const text = env.get("OLLAMA_HOST")?.trim() || "127.0.0.1:11434";
  const hasScheme = /^https?:\/\//i.test(text);
  const url = parseAddress(
    "OLLAMA_HOST",
    hasScheme ? text : `http://${text}`,
  );
  // The URL class hides a port that is the scheme's own.
  if (!hasScheme && !/:\d+\/*$/.test(text)) url.port = "11434";
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  if (!/\/v1\/*$/.test(url.pathname)) {
    url.pathname = url.pathname.replace(/\/*$/, "/v1");
  }
  return url;
}

function addressIn(variable: string, env: Environment): URL | undefined {
  const text = env.get(variable)?.trim();
  return text ? parseAddress(variable, text) : undefined;
}

function parseAddress(variable: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.username) return url;
  // The message does not repeat the address: it may hold a password.
  throw new UserError(
    `${variable} is not an address that begins with http:// or https://`,
    "It must be like http://127.0.0.1:8000/v1, without a name and password.",
  );
}

/** Whether a key for Gemini is set, valid or not. */
export function hasGeminiKey(env: Environment): boolean {
  return ["GEMINI_API_KEY", "GOOGLE_API_KEY"].some((it) => env.get(it)?.trim());
}

/** The key in a variable, without the line break of a file or a paste. */
function keyIn(variable: string, env: Environment): string | undefined {
  const key = env.get(variable)?.trim();
  if (!key) return undefined;
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new ModelError(
    "key",
    `${variable} holds characters that no key has`,
    "Copy the key again; it must stand in the variable alone.",
  );
}
