import type { Log } from "../log.ts";
import type { UpstreamConfig } from "./config.ts";
import { type OpenOptions, Session, type SessionEvents } from "./session.ts";

/** Pause before the first new try, in ms; doubled with each that fails. */
const FIRST_PAUSE = 100;

/** Longest pause between tries, in ms. */
const LONGEST_PAUSE = 30_000;

/** A session that has lived so long, in ms, or has answered, was a good one. */
const GOOD = 10_000;

/** How often an idle session is asked whether it lives, in ms. */
const KEEP_ALIVE = 30_000;

/** How long it has to say so, in ms. */
const PATIENCE = 10_000;

/** Where a link is: `down` waits for the next try. */
export type LinkState = "starting" | "ready" | "down" | "closed";

/** What a link tells its owner. */
export interface LinkEvents extends Omit<SessionEvents, "onEnd"> {
  /** Its state has changed. */
  onState(link: SessionKeeper): void;
}

/** Keeps a session open: opens it, looks after it, and opens it anew. */
export class SessionKeeper {
  /** Calls that it has under way. */
  busy = 0;
  /** Sessions that were opened after the first. */
  restarts = 0;
  /** Why the last session ended or could not be opened. */
  lastError?: string;
  /** When the next try is, by `performance.now()`. */
  nextTry = 0;

  readonly #config: UpstreamConfig;
  readonly #log: Log;
  readonly #events: LinkEvents;
  readonly #options: OpenOptions;
  #state: LinkState = "closed";
  #session?: Session;
  #opening?: Promise<void>;
  #failures = 0;
  #opened = 0;
  #everOpened = false;
  #timer?: ReturnType<typeof setTimeout>;
  /** Aborted when it is closed, also while a session is being opened. */
  readonly #ended = new AbortController();

  constructor(
    config: UpstreamConfig,
    log: Log,
    events: LinkEvents,
    options: OpenOptions,
  ) {
    this.#config = config;
    this.#log = log;
    this.#events = events;
    this.#options = { ...options, signal: this.#ended.signal };
  }

  get state(): LinkState {
    return this.#state;
  }

  /** The session, while the state is `ready`. */
  get session(): Session | undefined {
    return this.#session;
  }

  /** Settled when the try under way has succeeded or failed. */
  get opening(): Promise<void> {
    return this.#opening ?? Promise.resolve();
  }

  /** Makes the first try. @returns settled when it has succeeded or failed */
  start(): Promise<void> {
    return this.#opening = this.#open();
  }

  /** An answer has come: the session is a good one. */
  answered(): void {
    this.#failures = 0;
  }

  /** Ends the session, which does not answer, and opens another. */
  restart(why: string): void {
    const session = this.#session;
    if (session === undefined) return;
    // Over HTTP it ends before kill() returns, and would be lost twice.
    this.#session = undefined;
    session.kill();
    void session.close();
    this.#lost(why);
  }

  /** Ends the session for good. */
  async close(): Promise<void> {
    this.#set("closed");
    clearTimeout(this.#timer);
    this.#ended.abort();
    const session = this.#session;
    this.#session = undefined;
    await session?.close();
    await this.#opening;
  }

  async #open(): Promise<void> {
    this.#set("starting");
    let session: Session;
    // It may end between its greeting and our hearing of it.
    let lost: string | undefined;
    try {
      session = await Session.open(
        this.#config,
        {
          onNotification: (message) => this.#events.onNotification(message),
          onRequest: (message) => this.#events.onRequest(message),
          onEnd: (reason) => {
            if (session && session === this.#session) this.#lost(reason);
            else lost = reason;
          },
        },
        this.#log,
        this.#options,
      );
    } catch (error) {
      if (this.#state !== "closed") this.#fail((error as Error).message);
      return;
    }
    if (this.#isClosed()) return await session.close();
    if (lost !== undefined) return this.#fail(lost);
    if (this.#everOpened) this.restarts++;
    this.#everOpened = true;
    this.#options.era = session.about.era;
    this.#session = session;
    this.#opened = performance.now();
    this.#set("ready");
    this.#watch(session);
  }

  /** Said so that the compiler does not take the state for unchanged. */
  #isClosed(): boolean {
    return this.#state === "closed";
  }

  #lost(reason: string): void {
    this.#session = undefined;
    clearTimeout(this.#timer);
    if (performance.now() - this.#opened > GOOD) this.#failures = 0;
    this.#fail(reason);
  }

  #fail(reason: string): void {
    this.lastError = reason;
    const pause = Math.min(FIRST_PAUSE * 2 ** this.#failures, LONGEST_PAUSE);
    this.#failures++;
    this.nextTry = performance.now() + pause;
    this.#log.warning(
      `${this.#config.name}: ${reason}; tried again in ${pause / 1_000} s`,
    );
    this.#timer = setTimeout(() => {
      if (!this.#isClosed()) void this.start();
    }, pause);
    this.#set("down");
  }

  /** A blocking server cannot answer while it works, so only an idle one is asked. */
  #watch(session: Session): void {
    this.#timer = setTimeout(async () => {
      if (this.busy === 0 && !await session.isAlive(PATIENCE)) {
        if (this.busy === 0 && session === this.#session) {
          return this.restart(`it did not answer within ${PATIENCE / 1_000} s`);
        }
      }
      if (session === this.#session) this.#watch(session);
    }, KEEP_ALIVE);
    Deno.unrefTimer(Number(this.#timer));
  }

  #set(state: LinkState): void {
    if (this.#state === "closed" && state !== "starting") return;
    this.#state = state;
    this.#events.onState(this);
  }
}
