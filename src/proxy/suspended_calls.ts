/**
 * Calls that wait for their client. A server of the sessions' era asks in the
 * middle of a call and waits; a client of 2026-07-28 gets the question as a
 * result and comes back with its answer in a new request. Between the two the
 * call is kept here.
 *
 * @module
 */

import type { Result } from "@modelcontextprotocol/server";
import type { Message } from "../upstream/message.ts";
import { UpstreamError } from "../upstream/upstream_error.ts";

/** How long a client has to come back, in ms. */
const PATIENCE = 10 * 60_000;

/** Calls that are kept at once. */
const MOST = 1_000;

/** The key of the only question in a result. */
const QUESTION = "question";

/** Does the call; `ask` settles when the client has answered. */
export type Run = (
  ask: (question: Message) => Promise<Result>,
  signal: AbortSignal,
) => Promise<Result>;

interface Parked {
  outcome: Promise<Result>;
  abort: AbortController;
  /** Settles with what the server asks next. */
  asked: PromiseWithResolvers<Message>;
  /** The answer that the server waits for. */
  answer?: PromiseWithResolvers<Result>;
  timer?: ReturnType<typeof setTimeout>;
}

/** Calls that have asked and were not answered yet. */
export class SuspendedCalls {
  readonly #parked = new Map<string, Parked>();

  /** Does a call up to its result or its first question. */
  async begin(run: Run, signal: AbortSignal): Promise<Result> {
    const abort = new AbortController();
    const parked: Parked = {
      abort,
      asked: Promise.withResolvers(),
      outcome: run((question) => {
        parked.answer = Promise.withResolvers();
        parked.asked.resolve(question);
        return parked.answer.promise;
      }, abort.signal),
    };
    // Whoever waits hears of it; while it is parked nobody does.
    parked.outcome.catch(() => {});
    return await this.#next(parked, signal);
  }

  /**
   * Goes on with a call.
   *
   * @param state of the result that asked
   * @param responses by the key of the question
   * @returns undefined if there is no such call
   */
  async resume(
    state: string,
    responses: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<Result | undefined> {
    const parked = this.#parked.get(state);
    const response = responses[QUESTION];
    if (parked === undefined || response === undefined) return undefined;
    this.#parked.delete(state);
    clearTimeout(parked.timer);
    parked.asked = Promise.withResolvers();
    parked.answer!.resolve(response as Result);
    return await this.#next(parked, signal);
  }

  /** Gives all of them up. */
  close(): void {
    for (const { abort, timer } of this.#parked.values()) {
      clearTimeout(timer);
      abort.abort();
    }
    this.#parked.clear();
  }

  async #next(parked: Parked, signal: AbortSignal): Promise<Result> {
    const gone = () => parked.abort.abort();
    signal.addEventListener("abort", gone);
    try {
      const next = await Promise.race([
        parked.outcome.then((result) => ({ result })),
        parked.asked.promise.then((question) => ({ question })),
      ]);
      if ("result" in next) return next.result;
      if (this.#parked.size >= MOST) {
        parked.abort.abort();
        throw new UpstreamError("refused", "too many calls wait for an answer");
      }
      const requestState = crypto.randomUUID();
      parked.timer = setTimeout(() => {
        this.#parked.delete(requestState);
        parked.abort.abort();
      }, PATIENCE);
      this.#parked.set(requestState, parked);
      return {
        resultType: "input_required",
        inputRequests: { [QUESTION]: next.question },
        requestState,
      };
    } finally {
      signal.removeEventListener("abort", gone);
    }
  }
}
