/**
 * One request to a model server. Rate limits, server errors and network errors are
 * retried, with exponential backoff or after the server's `Retry-After`.
 *
 * @module
 */

import ky, { HTTPError, NetworkError, TimeoutError } from "ky";
import { serverMessage } from "../server_message.ts";
import { UserError } from "../user_error.ts";

/** Retries by default: the pauses add up to half a minute. */
const RETRIES = 6;

/** Retries while a user waits: the pauses add up to 1.5 seconds. */
export const FEW_RETRIES = 2;

/** Time limit of one response in ms; a slow machine takes long for a batch. */
const RESPONSE_TIMEOUT = 120_000;

/** Longest `Retry-After` that is heeded, in ms. */
const MAX_RETRY_AFTER = 120_000;

/** A request and how to retry it. */
export interface PostOptions {
  url: URL;
  body: unknown;
  /** Bearer token. */
  key?: string;
  signal?: AbortSignal;
  /** Time limit of one response in ms; default: two minutes. */
  answerTime?: number;
  /** Default: six. */
  retries?: number;
  /** Whether the server has answered before. One that never did gets fewer retries of network errors. */
  reached?: boolean;
  /** Called before each retry with the error in words. */
  onRetry?: (why: string) => void;
  /** First pause in ms; each further one is twice as long. */
  firstPause?: number;
}

/**
 * Posts JSON and returns the JSON of the response. Redirects are not followed, so
 * the texts and the key go to the named server only.
 *
 * @throws {UserError} naming the host and its error message
 * @throws the signal's reason
 */
export async function postJson(options: PostOptions): Promise<unknown> {
  const { url, body, key, signal, firstPause = 500 } = options;
  let text: string;
  try {
    const response = await ky.post(url, {
      json: body,
      headers: key ? { authorization: `Bearer ${key}` } : {},
      redirect: "error",
      fetch: fetchWhole,
      signal,
      timeout: options.answerTime ?? RESPONSE_TIMEOUT,
      retry: {
        limit: options.retries ?? RETRIES,
        methods: ["post"],
        statusCodes: [408, 429, 500, 502, 503, 504],
        afterStatusCodes: [429, 503],
        maxRetryAfter: MAX_RETRY_AFTER,
        retryOnTimeout: true,
        shouldRetry: ({ error, retryCount }) => {
          const isUnreachable = error instanceof NetworkError &&
            !options.reached &&
            retryCount > FEW_RETRIES;
          if (isUnreachable) return false;
        },
        delay: (attempt) => firstPause * 2 ** (attempt - 1),
        jitter: (delay) => delay * (0.75 + Math.random() / 2),
      },
      hooks: {
        beforeRetry: [({ error }) => {
          const described = asUserError(error, url, key);
          if (described instanceof UserError) {
            options.onRetry?.(described.message);
          }
        }],
      },
    });
    text = await response.text();
  } catch (error) {
    signal?.throwIfAborted();
    throw asUserError(error, url, key);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new UserError(
      `${url.host} did not answer with JSON: ${serverMessage(text, key)}`,
      `Check that ${url.href} is the address of an OpenAI-compatible server.`,
    );
  }
}

/**
 * Fetches a response including its body, so that timeout and retries cover a
 * connection that is lost while the body arrives.
 */
async function fetchWhole(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const response = await fetch(input, init);
  const body = await response.arrayBuffer().catch((cause) => {
    throw cause.name === "AbortError"
      ? cause
      : new TypeError("network error", { cause });
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

function asUserError(error: unknown, url: URL, key?: string): unknown {
  if (error instanceof HTTPError) {
    const { status } = error.response;
    const message = serverMessage(error.data, key);
    return new UserError(
      `${url.host} answered ${status}${message ? `: ${message}` : ""}`,
      nextStep(status, url),
    );
  }
  if (error instanceof TimeoutError) {
    return new UserError(
      `${url.host} gave no answer in time`,
      "Try again later; finished vectors are kept.",
    );
  }
  if (error instanceof NetworkError || error instanceof TypeError) {
    const cause = error.cause instanceof Error ? error.cause : error;
    return new UserError(
      `${url.host} cannot be reached: ${serverMessage(cause.message, key)}`,
      "Check that the server runs, its address and the network.",
    );
  }
  return error;
}

function nextStep(status: number, url: URL): string {
  switch (status) {
    case 401:
    case 403:
      return "Set EMBEDDING_API_KEY to a key of this server, and EMBEDDING_MODEL to its address: the key is sent to no other server.";
    case 404:
      return `Check the name of the model and the address: ${url.href} must belong to a server with /v1/embeddings.`;
    case 413:
      return "The request is too large for the server: use a smaller --passage-size.";
    case 429:
      return "The server limits requests. Try again later; finished vectors are kept.";
  }
  return status >= 500
    ? "The server failed several times. Try again later; finished vectors are kept."
    : "Check that it is an embedding model and accepts texts of this length (--passage-size).";
}
