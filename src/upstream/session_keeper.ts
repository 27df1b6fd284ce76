import type { Log } from "../log.ts";
import type { UpstreamConfig } from "./config.ts";
import { type OpenOptions, Session, type SessionEvents } from "./session.ts";

/** Delay before the first reconnect, in ms; doubled after each failure. */
const FIRST_PAUSE = 100;

/** Maximum delay between attempts, in ms. */
const LONGEST_PAUSE = 30_000;

/** A session that lived this long, in ms, or answered a call resets the delay. */
const GOOD = 10_000;

/** Ping interval of an idle session, in ms. */
const KEEP_ALIVE = 30_000;

/** Time limit of a ping, in ms. */
const PATIENCE = 10_000;

/** Connection state; `down`: waiting for the next attempt. */
export type ConnectionState = "starting" | "ready" | "down" | "closed";

/** Events of a session keeper. */
export interface KeeperEvents extends Omit<SessionEvents, "onEnd"> {
  /** The state has changed. */
  onState(link: SessionKeeper): void;
}

/** Keeps a session open: opens it, pings it, and reopens it when it closes. */
export class SessionKeeper {
  /** Calls in progress. */
  busy = 0;
  /** Number of reconnects. */
  restarts = 0;
  /** Why the last session closed or could not be opened. */
  lastError?: string;
  /** Time of the next attempt, by `performance.now()`. */
  nextTry = 0;

  readonly #config: UpstreamConfig;
  readonly #log: Log;
  readonly #events: KeeperEvents;
  readonly #options: OpenOptions;
  #state: ConnectionState = "closed";
  #session?: Session;
  #opening?: Promise<void>;
  #failures = 0;
  #opened = 0;
  #everOpened = false;
  #timer?: ReturnType<typeof setTimeout>;
  /** Aborted on close, also while a session is being opened. */
  readonly #ended = new AbortController();

  constructor(
    config: UpstreamConfig,
    log: Log,
    events: KeeperEvents,
    options: OpenOptions,
  ) {
    this.#config = config;
    this.#log = log;
    this.#events = events;
    this.#options = { ...options, signal: this.#ended.signal };
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** The session, while the state is `ready`. */
  get session(): Session | undefined {
    return this.#session;
  }

  /** Resolved when the current attempt has finished. */
  get opening(): Promise<void> {
    return this.#opening ?? Promise.resolve();
  }

  /** Starts the first attempt. @returns resolved when it has finished */
  start(): Promise<void> {
    return this.#opening = this.#open();
  }

  /** Resets the delay; called when a response has arrived. */
  answered(): void {
    this.#failures = 0;
  }

  /** Kills the session, which does not answer, and opens another. */
  restart(why: string): void {
    const session = this.#session;
    if (session === undefined) return;
    // Over HTTP it closes before kill() returns, and would be counted as lost twice.
    this.#session = undefined;
    session.kill();
    void session.close();
    this.#lost(why);
  }

  /** Closes the session permanently. */
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
    // It may close between the handshake and this line.
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

  /** Read through a method, so that the compiler does not assume it unchanged. */
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

  /** A blocking server cannot answer while it works, so only idle sessions are pinged. */
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

  #set(state: ConnectionState): void {
    if (this.#state === "closed" && state !== "starting") return;
    this.#state = state;
    this.#events.onState(this);
  }
}
