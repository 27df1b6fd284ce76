import type { Result } from "@modelcontextprotocol/client";
import type { Message } from "./message.ts";
import { UpstreamError } from "./upstream_error.ts";

/** Options of a call. */
export interface CallOptions {
  /** Aborts the call; the server is notified. */
  signal?: AbortSignal;
  /** Called for each progress notification. */
  onProgress?: (params: Record<string, unknown>) => void;
  /**
   * Answers requests of the server during this call (sampling, elicitation). The
   * time that takes does not count towards the limit.
   */
  ask?: (question: Message, signal: AbortSignal) => Promise<Result>;
}

/**
 * Time limit for the caller to answer a request of the server, in ms. Meanwhile a
 * server with a single one-call session is blocked for all other callers.
 */
const ANSWERING = 5 * 60_000;

/** A call in progress: its time limit and cancellation. */
export class Call {
  readonly #abort = new AbortController();
  readonly #options: CallOptions;
  readonly #name: string;
  readonly #limit: number;
  readonly #answering: number;
  #left: number;
  #since = performance.now();
  #timer?: ReturnType<typeof setTimeout>;

  /**
   * @param name of the server, for messages
   * @param limit in ms
   * @param answering time limit for answers of the caller, in ms; for tests
   */
  constructor(
    name: string,
    limit: number,
    options: CallOptions,
    answering = ANSWERING,
  ) {
    this.#answering = answering;
    this.#name = name;
    this.#options = options;
    this.#limit = limit;
    this.#left = limit;
    if (options.signal?.aborted) this.#cancel();
    else {
      options.signal?.addEventListener("abort", this.#cancel);
      this.#run();
    }
  }

  /** Aborted with an {@linkcode UpstreamError} on timeout or cancellation. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Remaining time, in ms. */
  get left(): number {
    return this.#left - (performance.now() - this.#since);
  }

  /** Passes a request of the server to the caller; pauses the time limit. */
  async ask(question: Message): Promise<Result> {
    const { ask } = this.#options;
    if (ask === undefined) {
      throw new UpstreamError("refused", "nobody here can answer that", -32601);
    }
    clearTimeout(this.#timer);
    this.#left = this.left;
    this.#timer = setTimeout(() => {
      this.#abort.abort(
        new UpstreamError(
          "timeout",
          `${this.#name} asked, and nobody answered within ${
            this.#answering / 1_000
          } s`,
        ),
      );
    }, this.#answering);
    try {
      return await ask(question, this.signal);
    } finally {
      clearTimeout(this.#timer);
      this.#since = performance.now();
      if (!this.signal.aborted) this.#run();
    }
  }

  /** Releases timer and listener; the call has settled. */
  end(): void {
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener("abort", this.#cancel);
  }

  #run(): void {
    this.#timer = setTimeout(() => {
      this.#abort.abort(
        new UpstreamError(
          "timeout",
          `${this.#name} did not answer within ${this.#limit / 1_000} s`,
        ),
      );
    }, this.#left);
  }

  readonly #cancel = (): void => {
    this.#abort.abort(
      new UpstreamError("cancelled", `the call of ${this.#name} was cancelled`),
    );
  };
}
