/**
 * One request to a model server, with patience: rate limits, failures of the
 * server and of the network are tried again, with growing pauses or as the
 * server's Retry-After says.
 *
 * @module
 */

import ky, { HTTPError, NetworkError, TimeoutError } from "ky";
import { serverMessage } from "../server_message.ts";
import { UserError } from "../user_error.ts";

/** Tries after the first: the pauses add up to half a minute. */
const RETRIES = 6;

/** Tries after the first where nobody waits for long: 1.5 seconds. */
export const FEW_RETRIES = 2;

/** Milliseconds for one answer; a small machine takes a while for a batch. */
const ANSWER_TIME = 120_000;

/** Milliseconds that a server may ask to wait at most. */
const LONGEST_WAIT = 120_000;

/** What is sent, and where. */
export interface PostOptions {
  url: URL;
  body: unknown;
  /** Bearer token. */
  key?: string;
  signal?: AbortSignal;
  /** Milliseconds for one answer; default: two minutes. */
  answerTime?: number;
  /** Tries after the first. */
  retries?: number;
  /** Whether the server has answered before, so that a silence may end. */
  reached?: boolean;
  /** Told in words what went wrong, each time that it is tried again. */
  onRetry?: (why: string) => void;
  /** Milliseconds of the first pause; each that follows is twice as long. */
  firstPause?: number;
}

/**
 * Posts JSON and gives the JSON of the answer. Redirects are not followed: what
 * is sent goes to the named server or nowhere.
 *
 * @throws {UserError} naming the host and what it said
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
      timeout: options.answerTime ?? ANSWER_TIME,
      retry: {
        limit: options.retries ?? RETRIES,
        methods: ["post"],
        statusCodes: [408, 429, 500, 502, 503, 504],
        afterStatusCodes: [429, 503],
        maxRetryAfter: LONGEST_WAIT,
        retryOnTimeout: true,
        shouldRetry: ({ error, retryCount }) => {
          const isDead = error instanceof NetworkError && !options.reached &&
            retryCount > FEW_RETRIES;
          if (isDead) return false;
        },
        delay: (attempt) => firstPause * 2 ** (attempt - 1),
        jitter: (delay) => delay * (0.75 + Math.random() / 2),
      },
      hooks: {
        beforeRetry: [({ error }) => {
          const words = inWords(error, url, key);
          if (words instanceof UserError) options.onRetry?.(words.message);
        }],
      },
    });
    text = await response.text();
  } catch (error) {
    signal?.throwIfAborted();
    throw inWords(error, url, key);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new UserError(
      `${url.host} answered with something else than JSON: ${
        serverMessage(text, key)
      }`,
      `Check that ${url.href} is the address of an OpenAI-compatible server.`,
    );
  }
}

/**
 * Fetches an answer with its body, so that the time and the tries allowed are
 * those of both; a connection may be lost halfway.
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

function inWords(error: unknown, url: URL, key?: string): unknown {
  if (error instanceof HTTPError) {
    const { status } = error.response;
    const words = serverMessage(error.data, key);
    return new UserError(
      `${url.host} answered ${status}${words ? `: ${words}` : ""}`,
      nextStep(status, url),
    );
  }
  if (error instanceof TimeoutError) {
    return new UserError(
      `${url.host} gave no answer in time`,
      "Try again later; what is finished is kept.",
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
      return "Set EMBEDDING_API_KEY to a key of this server, and EMBEDDING_MODEL to its address: the key goes nowhere else.";
    case 404:
      return `Check the name of the model and the address: ${url.href} must be one of a server with /v1/embeddings.`;
    case 413:
      return "The server takes less text at a time: use a smaller --passage-size.";
    case 429:
      return "It limits how much may be asked. Try again later; what is finished is kept.";
  }
  return status >= 500
    ? "The server has failed several times. Try again later; what is finished is kept."
    : "Check that the model takes texts to embed, and texts of this length (--passage-size).";
}
