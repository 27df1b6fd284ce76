import type { Result } from "@modelcontextprotocol/client";
import type { Log } from "../log.ts";
import { Call, type CallOptions } from "./call.ts";
import type { UpstreamConfig } from "./config.ts";
import { SessionKeeper } from "./session_keeper.ts";
import type { Message } from "./message.ts";
import type { About, OpenOptions, Session } from "./session.ts";
import { FairQueue } from "./fair_queue.ts";
import { UpstreamError } from "./upstream_error.ts";

/** A new try that is further away, in ms, is not waited for. */
const SOON = 2_000;

/** How long a server may go on with a call that was given up, in ms. */
const AFTERWORK = 5_000;

/** How it is with a server, for people and probes. */
export interface UpstreamStatus {
  name: string;
  state: "ready" | "starting" | "down" | "closed";
  /** Sessions that are open, of how many. */
  sessions: number;
  of: number;
  restarts: number;
  /** Why it is down. */
  reason?: string;
}

/** What a pool tells its owner. */
export interface PoolEvents {
  /** A session was opened, the first or one after a crash. */
  onOpen(about: About): void;
  /** What the server tells beside answers. */
  onNotification(message: Message): void;
}

/**
 * The sessions with a server, one for all calls or each for one at a time, and
 * whose turn it is to call.
 */
export class Pool {
  readonly #config: UpstreamConfig;
  readonly #log: Log;
  readonly #events: PoolEvents;
  readonly #links: SessionKeeper[];
  readonly #turns: FairQueue<SessionKeeper>;
  readonly #perLink: number;
  readonly #calls = new Map<SessionKeeper, Set<Call>>();
  /** What is done about calls that were given up. */
  readonly #afterworks = new Set<Promise<void>>();
  #closed = false;

  constructor(
    config: UpstreamConfig,
    log: Log,
    events: PoolEvents,
    options: OpenOptions,
  ) {
    this.#config = config;
    this.#log = log;
    this.#events = events;
    this.#perLink = config.maxConcurrency === undefined ? Infinity : 1;
    this.#turns = new FairQueue(() => this.#free());
    this.#links = Array.from({ length: config.maxConcurrency ?? 1 }, () => {
      const link: SessionKeeper = new SessionKeeper(config, log, {
        onState: (link) => this.#onState(link),
        onNotification: (message) => events.onNotification(message),
        onRequest: (message) => this.#onRequest(link, message),
      }, options);
      this.#calls.set(link, new Set());
      return link;
    });
  }

  /** Opens its sessions. Never fails: what is wrong is in the status. */
  async start(): Promise<void> {
    await Promise.all(this.#links.map((link) => link.start()));
  }

  /** Settled when the try of any session that is under way has ended. */
  async opening(): Promise<void> {
    await Promise.race(this.#links.map((link) => link.opening));
  }

  /** Processes of its sessions. */
  get pids(): number[] {
    return this.#links.flatMap((link) => link.session?.pid ?? []);
  }

  /** How it is with the server now. */
  get status(): UpstreamStatus {
    const count = (state: string) =>
      this.#links.filter((link) => link.state === state).length;
    const sessions = count("ready");
    return {
      name: this.#config.name,
      state: this.#closed
        ? "closed"
        : sessions > 0
        ? "ready"
        : count("starting") > 0
        ? "starting"
        : "down",
      sessions,
      of: this.#links.length,
      restarts: this.#links.reduce((sum, link) => sum + link.restarts, 0),
      reason: sessions > 0
        ? undefined
        : this.#links.find((link) => link.lastError)?.lastError,
    };
  }

  /**
   * Sends a request and gives its result as it came, in its turn and within the
   * time limit.
   *
   * @throws {UpstreamError}
   */
  async request(message: Message, options: CallOptions): Promise<Result> {
    const call = new Call(this.#config.name, this.#config.timeoutMs, options);
    let link: SessionKeeper | undefined;
    let session: Session | undefined;
    try {
      while (session === undefined) {
        // It ended before anything was sent to it.
        if (link) this.#release(link);
        link = undefined;
        if (this.#closed || this.#isFarDown()) throw this.#unavailable();
        link = await this.#turns.wait(call.signal);
        session = link.session;
      }
      this.#calls.get(link!)!.add(call);
      const result = await session.send(message, {
        signal: call.signal,
        onProgress: options.onProgress,
      });
      // One that only tells its tools could still end at each call.
      if (message.method !== "tools/list") link!.answered();
      return result;
    } catch (error) {
      const told = this.#told(error, link);
      if (told.failure === "crashed") void this.#examine(link, session);
      throw told;
    } finally {
      call.end();
      if (link) {
        this.#calls.get(link)!.delete(call);
        if (call.signal.aborted) this.#lookAfter(link, call);
        else this.#release(link);
      }
    }
  }

  /** Waits until no session is at work on a call that was given up. */
  async settled(): Promise<void> {
    await Promise.all(this.#afterworks);
  }

  /** Sends a request to all its sessions; what fails is left to the log. */
  async requestAll(message: Message): Promise<void> {
    const { name, timeoutMs } = this.#config;
    const signal = AbortSignal.timeout(timeoutMs);
    await Promise.all(this.#links.map(async ({ session }) => {
      try {
        await session?.send(message, { signal });
      } catch (error) {
        this.#log.debug(`${name}: ${message.method}: ${error}`);
      }
    }));
  }

  /**
   * Wants to hear of changes of a resource, in the first session, or not any
   * more.
   *
   * @throws {UpstreamError}
   */
  async subscribe(uri: string, on: boolean): Promise<void> {
    const { session } = this.#links[0]!;
    if (session === undefined) throw this.#unavailable();
    const signal = AbortSignal.timeout(this.#config.timeoutMs);
    await session.subscribe(uri, on, signal);
  }

  /** Ends its sessions and processes. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#turns.refuse(this.#unavailable());
    await Promise.all(this.#links.map((link) => link.close()));
  }

  #free(): SessionKeeper | undefined {
    let best: SessionKeeper | undefined;
    for (const link of this.#links) {
      if (link.state !== "ready" || link.busy >= this.#perLink) continue;
      if (best === undefined || link.busy < best.busy) best = link;
    }
    if (best) best.busy++;
    return best;
  }

  #release(link: SessionKeeper): void {
    link.busy--;
    this.#turns.next();
  }

  #lookAfter(link: SessionKeeper, call: Call): void {
    const work = this.#afterwork(link, call)
      .finally(() => this.#afterworks.delete(work));
    this.#afterworks.add(work);
  }

  /**
   * A server may still be at work on a call that was given up. Its turn is
   * over when it answers a ping, and if it does not, it is started anew.
   */
  async #afterwork(link: SessionKeeper, call: Call): Promise<void> {
    const { session } = link;
    // With one session for all, others need not wait for that.
    if (this.#perLink > 1) this.#release(link);
    if (session !== undefined) {
      const asked = performance.now();
      const patience = Math.max(call.left, 0) + AFTERWORK;
      const alive = await session.isAlive(patience);
      if (!alive && session === link.session && session.heard < asked) {
        link.restart("it hangs");
      }
    }
    if (this.#perLink === 1) this.#release(link);
  }

  /**
   * Over HTTP a session does not end before our eyes: the server has forgotten
   * it, or is not there.
   */
  async #examine(link?: SessionKeeper, session?: Session): Promise<void> {
    if (session === undefined || session !== link?.session) return;
    if (await session.isAlive(AFTERWORK)) return;
    if (session === link.session) link.restart("the session was lost");
  }

  #onState(link: SessionKeeper): void {
    if (link.state === "ready") {
      this.#turns.next();
      this.#events.onOpen(link.session!.about);
    } else if (link.state === "down" && this.#isFarDown()) {
      this.#turns.refuse(this.#unavailable());
    }
  }

  /**
   * In one session the server does not say for whose call it asks, so only the
   * sole call under way can be meant.
   */
  async #onRequest(link: SessionKeeper, message: Message): Promise<Result> {
    const [call, another] = this.#calls.get(link)!;
    if (call === undefined || another !== undefined) {
      const many = another ? "several calls are" : "no call is";
      throw new UpstreamError(
        "refused",
        `${many} under way, so nobody can be asked`,
      );
    }
    return await call.ask(message);
  }

  #isFarDown(): boolean {
    const soon = performance.now() + SOON;
    return this.#links.every((link) =>
      link.state === "closed" || (link.state === "down" && link.nextTry > soon)
    );
  }

  #unavailable(): UpstreamError {
    const { name, reason } = this.status;
    return new UpstreamError(
      "unavailable",
      this.#closed
        ? `${name} is being stopped`
        : `${name} is not available${reason ? `: ${reason}` : ""}`,
    );
  }

  #told(error: unknown, link: SessionKeeper | undefined): UpstreamError {
    const { name } = this.#config;
    if (!(error instanceof UpstreamError)) {
      this.#log.stack(error);
      return new UpstreamError("crashed", `${name}: ${error}`);
    }
    if (error.failure !== "crashed" || link === undefined) return error;
    return new UpstreamError(
      "crashed",
      `${name} ended during this call: ${error.message}`,
    );
  }
}
