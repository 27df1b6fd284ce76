import { settlesWithin } from "../settles_within.ts";
import type { ErrorForm, HttpRefusal } from "./http_refusal.ts";

/** Requests in progress: counts them, limits their time, and aborts them. */
export class RequestsUnderWay {
  #count = 0;
  #onIdle = () => {};
  /** Those without a reply. */
  readonly #unanswered = new Set<(why: HttpRefusal) => void>();

  /** Counts a request in. @returns counts it out; to be called once */
  begin(): () => void {
    this.#count++;
    return () => {
      if (--this.#count === 0) this.#onIdle();
    };
  }

  /** Waits until there is none, so many ms at most. */
  async settled(ms: number): Promise<void> {
    if (this.#count === 0) return;
    await settlesWithin(
      new Promise<void>((resolve) => this.#onIdle = resolve),
      ms,
    );
  }

  /**
   * Handles a request. It is aborted when it takes too long (504) or by
   * {@linkcode giveUp}.
   *
   * @param limit until the reply begins, in ms
   * @param errors the form in which the client is told so
   * @param work its signal is aborted when the client is gone or the request is
   *   given up
   */
  async answer(
    { signal }: Request,
    limit: number,
    errors: ErrorForm,
    work: (late: AbortSignal) => Promise<Response>,
  ): Promise<Response> {
    const late = new AbortController();
    const gone = () => late.abort();
    signal.addEventListener("abort", gone);
    const givenUp = Promise.withResolvers<Response>();
    const giveUp = (why: HttpRefusal) => {
      gone();
      givenUp.resolve(errors(why));
    };
    this.#unanswered.add(giveUp);
    const message = `no answer within ${limit / 1_000} s`;
    const timer = setTimeout(() => giveUp({ status: 504, message }), limit);
    try {
      return await Promise.race([work(late.signal), givenUp.promise]);
    } finally {
      clearTimeout(timer);
      this.#unanswered.delete(giveUp);
      // A reply that is a stream tells by itself when nobody reads it.
      signal.removeEventListener("abort", gone);
    }
  }

  /** Answers all that have no reply yet with an error. */
  giveUp(why: HttpRefusal): void {
    for (const giveUp of this.#unanswered) giveUp(why);
  }
}
