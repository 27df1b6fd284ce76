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

/** Time limit for a client to answer, in ms. */
const PATIENCE = 10 * 60_000;

/** Maximum number of suspended calls. */
const MOST = 1_000;

/** The key of the only question in a result. */
const QUESTION = "question";

/** Runs the call; `ask` resolves when the client has answered. */
export type Run = (
  ask: (question: Message) => Promise<Result>,
  signal: AbortSignal,
) => Promise<Result>;

interface SuspendedCall {
  outcome: Promise<Result>;
  abort: AbortController;
  /** Resolves with the next request of the server. */
  asked: PromiseWithResolvers<Message>;
  /** The answer that the server waits for. */
  answer?: PromiseWithResolvers<Result>;
  timer?: ReturnType<typeof setTimeout>;
}

/** Calls whose request is not answered yet. */
export class SuspendedCalls {
  readonly #suspended = new Map<string, SuspendedCall>();

  /** Runs a call up to its result or its first request. */
  async begin(run: Run, signal: AbortSignal): Promise<Result> {
    const abort = new AbortController();
    const suspended: SuspendedCall = {
      abort,
      asked: Promise.withResolvers(),
      outcome: run((question) => {
        suspended.answer = Promise.withResolvers();
        suspended.asked.resolve(question);
        return suspended.answer.promise;
      }, abort.signal),
    };
    // A waiting client gets the error; a suspended call has none.
    suspended.outcome.catch(() => {});
    return await this.#next(suspended, signal);
  }

  /**
   * Resumes a call.
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
    const suspended = this.#suspended.get(state);
    const response = responses[QUESTION];
    if (suspended === undefined || response === undefined) return undefined;
    this.#suspended.delete(state);
    clearTimeout(suspended.timer);
    suspended.asked = Promise.withResolvers();
    suspended.answer!.resolve(response as Result);
    return await this.#next(suspended, signal);
  }

  /** Aborts all of them. */
  close(): void {
    for (const { abort, timer } of this.#suspended.values()) {
      clearTimeout(timer);
      abort.abort();
    }
    this.#suspended.clear();
  }

  async #next(suspended: SuspendedCall, signal: AbortSignal): Promise<Result> {
    const gone = () => suspended.abort.abort();
    signal.addEventListener("abort", gone);
    try {
      const next = await Promise.race([
        suspended.outcome.then((result) => ({ result })),
        suspended.asked.promise.then((question) => ({ question })),
      ]);
      if ("result" in next) return next.result;
      if (this.#suspended.size >= MOST) {
        suspended.abort.abort();
        throw new UpstreamError("refused", "too many calls wait for an answer");
      }
      const requestState = crypto.randomUUID();
      suspended.timer = setTimeout(() => {
        this.#suspended.delete(requestState);
        suspended.abort.abort();
      }, PATIENCE);
      this.#suspended.set(requestState, suspended);
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
