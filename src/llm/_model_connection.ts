/** Milliseconds that a server may ask to wait at most. */
const LONGEST_PAUSE = 20_000;

/** Too many requests, too much to do, or broken for the moment. */
const BUSY = new Set([408, 429, 500, 502, 503, 504, 529]);

/** Whether an HTTP status says that the same may work later. */
export function isBusy(status: number): boolean {
  return BUSY.has(status);
}

/** How long a model server is waited for. */
export interface Patience {
  /** Milliseconds without anything coming, after which it is given up. */
  silence: number;
  /** Tries after the first; default 2. */
  retries?: number;
  /** Milliseconds of the first pause, each that follows is twice as long; default 500. */
  firstPause?: number;
}

/** An answer of a server that is none of its model. */
export interface Refusal {
  status: number;
  body: string;
}

/**
 * The HTTP of one question, as the SDKs are made to use it. Both can be given a
 * `fetch` and have their own retries switched off: that of `@google/genai` does
 * not heed Retry-After and cannot be stopped while it waits, and neither SDK
 * notices a stream that falls silent.
 *
 * A server that is busy is asked again; once an answer has begun, never.
 * Disposing of it ends the request, whatever has come of it.
 */
export class ModelConnection implements Disposable {
  /** Nothing came for too long. */
  timedOut = false;
  /** What the server said instead of an answer. */
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

  /** Milliseconds without anything coming, after which it is given up. */
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
      this.#listen();
      const response = await fetch(input, {
        ...init,
        signal: this.signal,
        // What is sent goes to the named server or nowhere.
        redirect: "error",
      });
      if (response.ok) return this.#watched(response);
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

  /** Begins to wait for the next thing that comes. */
  #listen(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.timedOut = true;
      this.#end();
    }, this.silence);
  }

  #watched(response: Response): Response {
    this.#listen();
    const { status, statusText, headers } = response;
    const body = response.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          this.#listen();
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

/** Keeps clients that were refused together from coming again together. */
function jitter(milliseconds: number): number {
  return milliseconds * (0.75 + Math.random() / 2);
}
