/**
 * One session with another MCP server, over a child process or HTTP, in
 * whichever protocol era it speaks. What goes through is not validated: it is
 * between the server and who asks. Only the questions of a server are checked,
 * by the SDK.
 *
 * @module
 */

import {
  type Client,
  type Implementation,
  type JSONRPCMessage,
  type McpSubscription,
  ProtocolError,
  type Result,
  SdkError,
  SdkErrorCode,
  type ServerCapabilities,
  type Transport,
} from "@modelcontextprotocol/client";
import type { Log } from "../log.ts";
import { shortened } from "../text/quoted.ts";
import { ChildTransport } from "./child_transport.ts";
import type { UpstreamConfig } from "./config.ts";
import type { Message } from "./message.ts";
import { RawRpcClient } from "./raw_rpc_client.ts";
import { type Mode, sdkClient, transportTo } from "./sdk_client.ts";
import { passthroughSchema } from "./passthrough_schema.ts";
import { hide, secretHeaders } from "./secrets.ts";
import { UpstreamError } from "./upstream_error.ts";

/** What a server has said of itself when it was connected. */
export interface About {
  info?: Implementation;
  capabilities: ServerCapabilities;
  instructions?: string;
  era: "legacy" | "modern";
}

/** What a session tells its owner. */
export interface SessionEvents {
  /** Of everything but progress. */
  onNotification(message: Message): void;
  /**
   * A question of the server: sampling, elicitation.
   *
   * @throws {UpstreamError} `refused` where nobody can answer
   */
  onRequest(message: Message): Promise<Result>;
  /** Once, when it has ended without being closed. */
  onEnd(reason: string): void;
}

/** How a request is sent. */
export interface SendOptions {
  signal: AbortSignal;
  /** Told every step of progress; makes the server tell it. */
  onProgress?: (params: Record<string, unknown>) => void;
}

/** How a session is opened. */
export interface OpenOptions {
  /** Whether questions of the server can be answered; it is told so. */
  answers: boolean;
  /** The era that the server was found to speak before. */
  era?: About["era"];
  /** Gives the opening up. */
  signal?: AbortSignal;
  /** The way to the server; default {@linkcode transportTo}. For tests. */
  transport?: typeof transportTo;
}

/** How long a server may take to greet, in ms: `npx` and `uvx` install first. */
const GREETING = 60_000;

/** Longest time that a timer can hold, in ms; ours ends requests. */
const NEVER = 2 ** 31 - 1;

const anyResult = passthroughSchema<Result>();
const anyParams = passthroughSchema<Record<string, unknown>>();

/** A session that is open. */
export class Session {
  readonly #client: Client;
  readonly #transport: Transport;
  readonly #relay: RawRpcClient;
  readonly #secrets: string[];
  /** Whether requests go past the client. */
  #direct = false;
  readonly #progress = new Map<
    unknown,
    (params: Record<string, unknown>) => void
  >();
  /** Of 2026-07-28, by resource. */
  readonly #subscriptions = new Map<string, McpSubscription>();
  /** When the server was last heard of, by `performance.now()`. */
  heard = 0;
  #tokens = 0;
  #closed = false;

  private constructor(client: Client, transport: Transport, secrets: string[]) {
    this.#secrets = secrets;
    this.#client = client;
    this.#transport = transport;
    this.#relay = new RawRpcClient(transport);
  }

  /**
   * Connects and greets.
   *
   * @throws {Error} saying why it cannot; the child has been ended
   */
  static async open(
    config: UpstreamConfig,
    events: SessionEvents,
    log: Log,
    options: OpenOptions,
  ): Promise<Session> {
    if ("url" in config.connection) {
      return await Session.#connect(config, events, log, options, "auto");
    }
    // `initialize` first, which every server of today's knows; some end at
    // anything else that comes before it.
    if (options.era === "modern") {
      return await Session.#connect(config, events, log, options, "modern");
    }
    try {
      return await Session.#connect(config, events, log, options, "legacy");
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      return await Session.#connect(config, events, log, options, "modern");
    }
  }

  static async #connect(
    config: UpstreamConfig,
    events: SessionEvents,
    log: Log,
    { answers, signal, transport: way = transportTo }: OpenOptions,
    mode: Mode,
  ): Promise<Session> {
    const transport = way(config, log);
    const client = sdkClient(mode, answers);
    const { connection, name } = config;
    const secrets = "url" in connection ? secretHeaders(connection) : [];
    const session = new Session(client, transport, secrets);
    client.onerror = ({ message }) =>
      log.debug(`${name}: ${start(message, secrets)}`);
    for (const method of answers ? QUESTIONS : []) {
      client.setRequestHandler(
        method,
        { params: anyParams },
        (params) => events.onRequest({ method, params }),
      );
    }
    const giveUp = () => void transport.close();
    try {
      signal?.throwIfAborted();
      signal?.addEventListener("abort", giveUp);
      await client.connect(session.#listening(transport, events), {
        timeout: GREETING,
        signal,
      });
      // The SDK greets to the end even if the server has ended meanwhile.
      if (session.#ended !== undefined) throw new Error(session.#ended);
    } catch (error) {
      await client.close().catch(() => {});
      await transport.close().catch(() => {});
      if (error instanceof ProtocolError) throw error;
      throw new Error(session.#reasonOf(error));
    } finally {
      signal?.removeEventListener("abort", giveUp);
    }
    session.#direct = transport instanceof ChildTransport &&
      session.about.era === "legacy";
    client.onclose = () => {
      session.#relay.end(new UpstreamError("crashed", session.#reasonOf()));
      if (!session.#closed) events.onEnd(session.#reasonOf());
    };
    return session;
  }

  /** What the server said of itself. */
  get about(): About {
    return {
      info: this.#client.getServerVersion(),
      capabilities: this.#client.getServerCapabilities() ?? {},
      instructions: this.#client.getInstructions(),
      era: this.#client.getProtocolEra() ?? "legacy",
    };
  }

  /** The process, where there is one. */
  get pid(): number | undefined {
    return this.#transport instanceof ChildTransport
      ? this.#transport.pid
      : undefined;
  }

  /**
   * Sends a request and gives its result as it came, also one that asks for
   * input (2026-07-28, `resultType` "input_required").
   *
   * @throws {UpstreamError} `refused` by the server, or `crashed`
   * @throws what the signal was aborted with
   */
  async send(message: Message, options: SendOptions): Promise<Result> {
    const { signal, onProgress } = options;
    let { params } = message;
    let token: number | undefined;
    if (onProgress) {
      token = ++this.#tokens;
      this.#progress.set(token, onProgress);
      params = {
        ...params,
        _meta: { ...params?._meta as object, progressToken: token },
      };
    }
    try {
      if (this.#direct) {
        return await this.#relay.send({ ...message, params }, signal);
      }
      return await this.#client.request(
        { method: message.method, params },
        anyResult,
        { signal, timeout: NEVER, allowInputRequired: true },
      );
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof UpstreamError) throw error;
      if (error instanceof ProtocolError) {
        const { message, code, data } = error;
        throw new UpstreamError("refused", message, code, data);
      }
      if (
        error instanceof SdkError &&
        error.code === SdkErrorCode.MethodNotSupportedByProtocolVersion
      ) throw new UpstreamError("refused", "Method not found", -32601);
      throw new UpstreamError("crashed", this.#reasonOf(error));
    } finally {
      if (token !== undefined) this.#progress.delete(token);
    }
  }

  /**
   * Wants to hear of changes of a resource, or not any more. In 2026-07-28 that
   * is a stream of its own.
   *
   * @throws {UpstreamError}
   */
  async subscribe(
    uri: string,
    on: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.about.era === "legacy") {
      const method = on ? "resources/subscribe" : "resources/unsubscribe";
      await this.send({ method, params: { uri } }, { signal });
      return;
    }
    await this.#subscriptions.get(uri)?.close();
    this.#subscriptions.delete(uri);
    if (!on) return;
    try {
      const filter = { resourceSubscriptions: [uri] };
      this.#subscriptions.set(uri, await this.#client.listen(filter));
    } catch (error) {
      const { message } = error as Error;
      throw new UpstreamError("refused", start(message, this.#secrets));
    }
  }

  /**
   * Whether the server answers at all.
   *
   * @param patience in ms
   */
  async isAlive(patience: number): Promise<boolean> {
    try {
      if (this.about.era === "modern") {
        await this.#client.discover({ timeout: patience });
      } else await this.#client.ping({ timeout: patience });
      return true;
    } catch (error) {
      return error instanceof ProtocolError;
    }
  }

  /** Ends the session, and the program. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#client.close().catch(() => {});
    await this.#transport.close().catch(() => {});
  }

  /** Ends the program at once; the session ends with it. */
  kill(): void {
    if (this.#transport instanceof ChildTransport) this.#transport.kill();
    else void this.#transport.close();
  }

  /** How the program has ended, if it has. */
  get #ended(): string | undefined {
    return (this.#transport as Partial<ChildTransport>).ended;
  }

  /** Why it has ended, or could not be opened. */
  #reasonOf(error?: unknown): string {
    if (this.#ended !== undefined) return this.#ended;
    if (error === undefined) return "the connection was closed";
    const { message } = error as Error;
    return /fetch failed|error sending request/i.test(message)
      ? "it cannot be reached"
      : start(message, this.#secrets);
  }

  /**
   * Takes progress out in the order of arrival: the client handles
   * notifications a turn later than results, and so drops the last of them.
   */
  #listening(transport: Transport, events: SessionEvents): Transport {
    let inner: Transport["onmessage"];
    Object.defineProperty(transport, "onmessage", {
      get: () => inner,
      set: (deliver: Transport["onmessage"]) => {
        inner = (message: JSONRPCMessage, extra) => {
          this.heard = performance.now();
          if (this.#relay.take(message)) return;
          if ("method" in message && !("id" in message)) {
            if (message.method === "notifications/progress") {
              const params = message.params ?? {};
              this.#progress.get(params.progressToken)?.(params);
              return;
            }
            if (message.method !== "notifications/cancelled") {
              events.onNotification(message as Message);
            }
          }
          deliver?.(message, extra);
        };
      },
    });
    return transport;
  }
}

/** What a server may ask. Roots are not offered: we have none. */
const QUESTIONS = ["sampling/createMessage", "elicitation/create"] as const;

/** Fit for a message: not long, and without addresses, which may hold a key. */
function start(text: string, secrets: readonly string[]): string {
  const clean = hide(text.slice(0, 1_000), secrets)
    .replace(/\bhttps?:\/\/[^\s)]+/g, "…");
  return shortened(clean, 300);
}
