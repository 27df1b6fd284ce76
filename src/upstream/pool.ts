import type { Result } from "@modelcontextprotocol/client";
import type { Log } from "../log.ts";
import { Call, type CallOptions } from "./call.ts";
import type { UpstreamConfig } from "./config.ts";
import { SessionKeeper } from "./session_keeper.ts";
import type { Message } from "./message.ts";
import type { About, OpenOptions, Session } from "./session.ts";
import { FairQueue } from "./fair_queue.ts";
import { UpstreamError } from "./upstream_error.ts";

/** Calls do not wait for a reconnect that is further away than this, in ms. */
const SOON = 2_000;

/** How long a server may keep working on an aborted call, in ms. */
const AFTERWORK = 5_000;

/** State of a server, for users and health checks. */
export interface UpstreamStatus {
  name: string;
  state: "ready" | "starting" | "down" | "closed";
  /** Open sessions, and their total number. */
  sessions: number;
  of: number;
  restarts: number;
  /** Why it is down. */
  reason?: string;
}

/** Events of a pool. */
export interface PoolEvents {
  /** A session was opened, initially or after a crash. */
  onOpen(about: About): void;
  /** A notification of the server. */
  onNotification(message: Message): void;
}

/**
 * The sessions with a server: one shared by all calls, or several that take one call
 * at a time. Queues calls.
 */
export class Pool {
  readonly #config: UpstreamConfig;
  readonly #log: Log;
  readonly #events: PoolEvents;
  readonly #connections: SessionKeeper[];
  readonly #queue: FairQueue<SessionKeeper>;
  readonly #perLink: number;
  readonly #calls = new Map<SessionKeeper, Set<Call>>();
  /** Cleanup of aborted calls. */
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
    this.#queue = new FairQueue(() => this.#free());
    this.#connections = Array.from(
      { length: config.maxConcurrency ?? 1 },
      () => {
        const keeper: SessionKeeper = new SessionKeeper(config, log, {
          onState: (keeper) => this.#onState(keeper),
          onNotification: (message) => events.onNotification(message),
          onRequest: (message) => this.#onRequest(keeper, message),
        }, options);
        this.#calls.set(keeper, new Set());
        return keeper;
      },
    );
  }

  /** Opens its sessions. Never rejects; failures are in the status. */
  async start(): Promise<void> {
    await Promise.all(this.#connections.map((keeper) => keeper.start()));
  }

  /** Resolved when the current connection attempts have finished. */
  async opening(): Promise<void> {
    await Promise.race(this.#connections.map((keeper) => keeper.opening));
  }

  /** Process ids of its sessions. */
  get pids(): number[] {
    return this.#connections.flatMap((keeper) => keeper.session?.pid ?? []);
  }

  /** Current state of the server. */
  get status(): UpstreamStatus {
    const count = (state: string) =>
      this.#connections.filter((keeper) => keeper.state === state).length;
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
      of: this.#connections.length,
      restarts: this.#connections.reduce(
        (sum, keeper) => sum + keeper.restarts,
        0,
      ),
      reason: sessions > 0
        ? undefined
        : this.#connections.find((keeper) => keeper.lastError)?.lastError,
    };
  }

  /**
   * Queues and sends a request; returns its result unchanged, within the time limit.
   *
   * @throws {UpstreamError}
   */
  async request(message: Message, options: CallOptions): Promise<Result> {
    const call = new Call(this.#config.name, this.#config.timeoutMs, options);
    let keeper: SessionKeeper | undefined;
    let session: Session | undefined;
    try {
      while (session === undefined) {
        // The session closed before anything was sent.
        if (keeper) this.#release(keeper);
        keeper = undefined;
        if (this.#closed || this.#isFarDown()) throw this.#unavailable();
        keeper = await this.#queue.wait(call.signal);
        session = keeper.session;
      }
      this.#calls.get(keeper!)!.add(call);
      const result = await session.send(message, {
        signal: call.signal,
        onProgress: options.onProgress,
      });
      // A server that only lists tools could still crash at each call.
      if (message.method !== "tools/list") keeper!.answered();
      return result;
    } catch (error) {
      const told = this.#upstreamError(error, keeper);
      if (told.failure === "crashed") void this.#examine(keeper, session);
      throw told;
    } finally {
      call.end();
      if (keeper) {
        this.#calls.get(keeper)!.delete(call);
        if (call.signal.aborted) this.#lookAfter(keeper, call);
        else this.#release(keeper);
      }
    }
  }

  /** Waits until no session works on an aborted call. */
  async settled(): Promise<void> {
    await Promise.all(this.#afterworks);
  }

  /** Sends a request to all sessions; failures are only logged. */
  async requestAll(message: Message): Promise<void> {
    const { name, timeoutMs } = this.#config;
    const signal = AbortSignal.timeout(timeoutMs);
    await Promise.all(this.#connections.map(async ({ session }) => {
      try {
        await session?.send(message, { signal });
      } catch (error) {
        this.#log.debug(`${name}: ${message.method}: ${error}`);
      }
    }));
  }

  /**
   * Subscribes to a resource in the first session, or unsubscribes.
   *
   * @throws {UpstreamError}
   */
  async subscribe(uri: string, on: boolean): Promise<void> {
    const { session } = this.#connections[0]!;
    if (session === undefined) throw this.#unavailable();
    const signal = AbortSignal.timeout(this.#config.timeoutMs);
    await session.subscribe(uri, on, signal);
  }

  /** Closes its sessions and terminates their processes. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#queue.refuse(this.#unavailable());
    await Promise.all(this.#connections.map((keeper) => keeper.close()));
  }

  #free(): SessionKeeper | undefined {
    let best: SessionKeeper | undefined;
    for (const keeper of this.#connections) {
      if (keeper.state !== "ready" || keeper.busy >= this.#perLink) continue;
      if (best === undefined || keeper.busy < best.busy) best = keeper;
    }
    if (best) best.busy++;
    return best;
  }

  #release(keeper: SessionKeeper): void {
    keeper.busy--;
    this.#queue.next();
  }

  #lookAfter(keeper: SessionKeeper, call: Call): void {
    const work = this.#afterwork(keeper, call)
      .finally(() => this.#afterworks.delete(work));
    this.#afterworks.add(work);
  }

  /**
   * A server may still work on an aborted call. Its session is free again once it
   * answers a ping; if it does not, it is restarted.
   */
  async #afterwork(keeper: SessionKeeper, call: Call): Promise<void> {
    const { session } = keeper;
    // A shared session does not block other calls.
    if (this.#perLink > 1) this.#release(keeper);
    if (session !== undefined) {
      const asked = performance.now();
      const patience = Math.max(call.left, 0) + AFTERWORK;
      const alive = await session.isAlive(patience);
      if (!alive && session === keeper.session && session.heard < asked) {
        keeper.restart("it hangs");
      }
    }
    if (this.#perLink === 1) this.#release(keeper);
  }

  /**
   * Over HTTP the end of a session is not visible: the server no longer knows it, or
   * is unreachable.
   */
  async #examine(keeper?: SessionKeeper, session?: Session): Promise<void> {
    if (session === undefined || session !== keeper?.session) return;
    if (await session.isAlive(AFTERWORK)) return;
    if (session === keeper.session) keeper.restart("the session was lost");
  }

  #onState(keeper: SessionKeeper): void {
    if (keeper.state === "ready") {
      this.#queue.next();
      this.#events.onOpen(keeper.session!.about);
    } else if (keeper.state === "down" && this.#isFarDown()) {
      this.#queue.refuse(this.#unavailable());
    }
  }

  /**
   * In a shared session the server does not say which call its request belongs to,
   * so it is only passed on when a single call is in progress.
   */
  async #onRequest(keeper: SessionKeeper, message: Message): Promise<Result> {
    const [call, another] = this.#calls.get(keeper)!;
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
    return this.#connections.every((keeper) =>
      keeper.state === "closed" ||
      (keeper.state === "down" && keeper.nextTry > soon)
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

  #upstreamError(
    error: unknown,
    keeper: SessionKeeper | undefined,
  ): UpstreamError {
    const { name } = this.#config;
    if (!(error instanceof UpstreamError)) {
      this.#log.stack(error);
      return new UpstreamError("crashed", `${name}: ${error}`);
    }
    if (error.failure !== "crashed" || keeper === undefined) return error;
    return new UpstreamError(
      "crashed",
      `${name} ended during this call: ${error.message}`,
    );
  }
}
