import type { Result } from "@modelcontextprotocol/client";
import type { Message } from "./message.ts";
import { UpstreamError } from "./upstream_error.ts";

/** What a caller may say. */
export interface CallOptions {
  /** Gives the call up; the server is told so. */
  signal?: AbortSignal;
  /** Told every step of progress. */
  onProgress?: (params: Record<string, unknown>) => void;
  /**
   * Answers what the server asks during this call (sampling, elicitation). The
   * time that it takes does not count.
   */
  ask?: (question: Message, signal: AbortSignal) => Promise<Result>;
}

/**
 * How long the caller may take to answer what the server asks, in ms. While it
 * waits, a server with one session for one call at a time serves nobody else.
 */
const ANSWERING = 5 * 60_000;

/** One call under way: its time limit and its end. */
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
   * @param answering for an answer of the caller's, in ms; for tests
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

  /** Aborted with an {@linkcode UpstreamError} when the call is over. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** What is left of its time, in ms. */
  get left(): number {
    return this.#left - (performance.now() - this.#since);
  }

  /** Lets the caller answer, while the time stands still. */
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

  /** The call has its result, or will have none. */
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
