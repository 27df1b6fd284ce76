/** The longest Retry-After that is waited for, in ms. */
const LONGEST_PAUSE = 20_000;

/** HTTP statuses of overload and of temporary failure. */
const BUSY = new Set([408, 429, 500, 502, 503, 504, 529]);

/** Whether an HTTP status says that the same may work later. */
export function isBusy(status: number): boolean {
  return BUSY.has(status);
}

/** How long a model server is waited for, and how often it is asked again. */
export interface Patience {
  /** Milliseconds without any data after which the request fails. */
  silence: number;
  /** Tries after the first; default 2. */
  retries?: number;
  /** Milliseconds of the first pause, each that follows is twice as long; default 500. */
  firstPause?: number;
}

/** An HTTP error response. */
export interface Refusal {
  status: number;
  body: string;
}

/**
 * The HTTP of one request, which the SDKs use through their `fetch` option. It
 * replaces their own retries: those of `@google/genai` ignore Retry-After and
 * cannot be aborted while they wait, and neither SDK has a timeout for a stream
 * that stops sending.
 *
 * A busy server is asked again, but not once an answer has begun. Disposing of
 * the connection ends the request.
 */
export class ModelConnection implements Disposable {
  /** Whether no data came for `silence` ms. */
  timedOut = false;
  /** The error response of the server, if there was one. */
  refusal?: Refusal;
  readonly #patience: Patience;
  readonly #signal?: AbortSignal;
  readonly #ended = new AbortController();
  #timer?: ReturnType<typeof setTimeout>;

  /** @param signal ends the request */
  constructor(patience: Patience, signal?: AbortSignal) {
    this.#patience = patience;
    this.#signal = signal;
    signal?.addEventListener("abort", this.#end);
  }

  /** Milliseconds without any data after which the request fails. */
  get silence(): number {
    return this.#patience.silence;
  }

  /** Aborted when the request is to end, for whatever reason. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** Stands in for `fetch` in an SDK. */
  readonly fetch: typeof fetch = async (input, init) => {
    const { retries = 2, firstPause = 500 } = this.#patience;
    for (let attempt = 0;; attempt++) {
      this.#restartTimer();
      const response = await fetch(input, {
        ...init,
        signal: this.signal,
        // A redirect must not send the key and documents to another server.
        redirect: "error",
      });
      if (response.ok) return this.#withTimer(response);
      const body = await response.text();
      clearTimeout(this.#timer);
      const { status, headers } = response;
      const pause = pauseAsked(headers) ?? jitter(firstPause * 2 ** attempt);
      if (!isBusy(status) || attempt >= retries || pause > LONGEST_PAUSE) {
        this.refusal = { status, body };
        return new Response(body, { status, headers });
      }
      await this.#wait(pause);
    }
  };

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener("abort", this.#end);
    this.#end();
  }

  readonly #end = () => this.#ended.abort();

  /** Restarts the timeout for the next data. */
  #restartTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.timedOut = true;
      this.#end();
    }, this.silence);
  }

  #withTimer(response: Response): Response {
    this.#restartTimer();
    const { status, statusText, headers } = response;
    const body = response.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          this.#restartTimer();
          controller.enqueue(chunk);
        },
        flush: () => clearTimeout(this.#timer),
      }),
    );
    return new Response(body, { status, statusText, headers });
  }

  #wait(milliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, milliseconds);
      this.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(this.signal.reason);
      }, { once: true });
    });
  }
}

/**
 * The pause that a server asks for in Retry-After (RFC 9110, section 10.2.3),
 * in milliseconds.
 */
function pauseAsked(headers: Headers): number | undefined {
  const text = headers.get("retry-after")?.trim();
  if (!text) return undefined;
  const pause = /^\d+(?:\.\d+)?$/.test(text)
    ? Number(text) * 1000
    : Date.parse(text) - Date.now();
  return Number.isNaN(pause) ? undefined : Math.max(pause, 0);
}

/** Random variation, so that clients refused together do not retry together. */
function jitter(milliseconds: number): number {
  return milliseconds * (0.75 + Math.random() / 2);
}
