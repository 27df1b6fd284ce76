import {
  type EventStore,
  isInitializeRequest,
  type McpServerFactory,
} from "@modelcontextprotocol/server";
import { rpcError } from "./rpc_error.ts";
import { SessionTransport } from "./session_transport.ts";
import { wholeReply } from "./whole_reply.ts";

/** Options of sessions. */
export interface SessionOptions {
  /** Sessions at once; the one unused for longest makes room. */
  most?: number;
  /** After so long without a request a session is forgotten, in ms. */
  idleMs?: number;
  /** Lets a client take up a stream that broke; none for our own server. */
  eventStore?: () => EventStore;
  /** When such a client comes back, in ms. */
  retryMs?: number;
}

interface Session {
  transport: SessionTransport;
  close(): Promise<void>;
  used: number;
  /** Requests under way. */
  busy: number;
}

/**
 * The sessions of clients of the revisions up to 2025-11-25 (Transports,
 * Session Management): a server each, found by its `Mcp-Session-Id`, forgotten
 * when the client ends it or has not been heard of for long.
 */
export class Sessions {
  readonly #factory: McpServerFactory;
  readonly #options: SessionOptions;
  readonly #most: number;
  readonly #idleMs: number;
  /** In the order of last use. */
  readonly #sessions = new Map<string, Session>();
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(factory: McpServerFactory, options: SessionOptions = {}) {
    this.#factory = factory;
    this.#options = options;
    this.#most = options.most ?? 1_000;
    this.#idleMs = options.idleMs ?? 30 * 60_000;
    this.#timer = setInterval(() => this.#forgetIdle(), this.#idleMs / 4);
    Deno.unrefTimer(Number(this.#timer));
  }

  /** Maximum number of sessions. */
  get size(): number {
    return this.#sessions.size;
  }

  /**
   * Answers a request of one of these revisions.
   *
   * @param body of a POST, parsed
   * @param gone aborted when the client waits no longer
   */
  async handle(
    request: Request,
    body: unknown,
    gone: AbortSignal,
  ): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return await this.#begin(request, body, gone);
    const session = this.#sessions.get(id);
    // The client begins a new session then.
    if (session === undefined) {
      return rpcError({ status: 404, message: "there is no such session" });
    }
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return await this.#ask(session, request, body, gone);
  }

  /** Ends all sessions and their streams. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const all = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(all.map((session) => session.close()));
  }

  async #begin(
    request: Request,
    body: unknown,
    gone: AbortSignal,
  ): Promise<Response> {
    if (request.method !== "POST" || !isInitializeRequest(body)) {
      return rpcError({
        status: 400,
        message:
          "the header Mcp-Session-Id is missing; a session begins with initialize",
      });
    }
    this.#makeRoom();
    const server = await this.#factory({ era: "legacy", requestInfo: request });
    const transport = new SessionTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void this.#sessions.set(id, session),
      onsessionclosed: (id) => void this.#sessions.delete(id),
      eventStore: this.#options.eventStore?.(),
      retryInterval: this.#options.retryMs,
    });
    const session: Session = {
      transport,
      close: () => server.close(),
      used: Date.now(),
      busy: 0,
    };
    await server.connect(transport);
    const reply = await this.#ask(session, request, body, gone);
    // Not a session: the request was refused.
    if (transport.sessionId === undefined) await server.close();
    return reply;
  }

  async #ask(
    session: Session,
    request: Request,
    parsedBody: unknown,
    gone: AbortSignal,
  ): Promise<Response> {
    session.busy++;
    // Where a stream cannot be taken up again, nobody would get the answer.
    const cancel = () => {
      if (!this.#options.eventStore) session.transport.cancel(parsedBody);
    };
    gone.addEventListener("abort", cancel);
    try {
      const reply = await session.transport.handleRequest(
        request,
        { parsedBody },
      );
      // The stream of a GET has no end to wait for, and a batch many answers.
      return request.method === "POST" && !Array.isArray(parsedBody)
        ? await wholeReply(reply, cancel)
        : reply;
    } finally {
      gone.removeEventListener("abort", cancel);
      session.busy--;
      session.used = Date.now();
    }
  }

  #makeRoom(): void {
    for (const [id, session] of this.#sessions) {
      if (this.#sessions.size < this.#most) return;
      if (session.busy === 0) this.#forget(id, session);
    }
  }

  #forgetIdle(): void {
    const least = Date.now() - this.#idleMs;
    for (const [id, session] of this.#sessions) {
      if (session.busy === 0 && session.used < least) this.#forget(id, session);
    }
  }

  #forget(id: string, session: Session): void {
    this.#sessions.delete(id);
    session.close().catch(() => {});
  }
}
