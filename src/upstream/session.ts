/**
 * A session with an upstream, over a child process or HTTP, in either protocol era.
 * Proxied messages are not validated; only requests of the server are, by the SDK.
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

/** What a server reported when it was connected. */
export interface About {
  info?: Implementation;
  capabilities: ServerCapabilities;
  instructions?: string;
  era: "legacy" | "modern";
}

/** Events of a session. */
export interface SessionEvents {
  /** A notification other than progress. */
  onNotification(message: Message): void;
  /**
   * A request of the server: sampling, elicitation.
   *
   * @throws {UpstreamError} `refused` where nobody can answer
   */
  onRequest(message: Message): Promise<Result>;
  /** Called once when the session closes unexpectedly. */
  onEnd(reason: string): void;
}

/** Options of a request. */
export interface SendOptions {
  signal: AbortSignal;
  /** Called for each progress notification; requests them from the server. */
  onProgress?: (params: Record<string, unknown>) => void;
}

/** Options for opening a session. */
export interface OpenOptions {
  /** Whether requests of the server can be answered; declared as capabilities. */
  answers: boolean;
  /** Protocol era detected earlier. */
  era?: About["era"];
  /** Aborts the opening. */
  signal?: AbortSignal;
  /** Transport to the server; default {@linkcode transportTo}. For tests. */
  transport?: typeof transportTo;
}

/** Time limit of `initialize`, in ms: `npx` and `uvx` install packages first. */
const GREETING = 60_000;

/** Maximum timer value, in ms; requests have a time limit of their own. */
const NEVER = 2 ** 31 - 1;

const anyResult = passthroughSchema<Result>();
const anyParams = passthroughSchema<Record<string, unknown>>();

/** An open session. */
export class Session {
  readonly #client: Client;
  readonly #transport: Transport;
  readonly #rpc: RawRpcClient;
  readonly #secrets: string[];
  /** Whether requests bypass the SDK's client. */
  #direct = false;
  readonly #progress = new Map<
    unknown,
    (params: Record<string, unknown>) => void
  >();
  /** Subscription streams (2026-07-28) by resource. */
  readonly #subscriptions = new Map<string, McpSubscription>();
  /** Time of the last message from the server, by `performance.now()`. */
  heard = 0;
  #tokens = 0;
  #closed = false;

  private constructor(client: Client, transport: Transport, secrets: string[]) {
    this.#secrets = secrets;
    this.#client = client;
    this.#transport = transport;
    this.#rpc = new RawRpcClient(transport);
  }

  /**
   * Connects and initializes.
   *
   * @throws {Error} with the reason; the child process has been terminated
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
    // `initialize` first, which every current server knows; some exit on
    // any other first message.
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
      // The SDK finishes the handshake even if the server has exited meanwhile.
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
      session.#rpc.end(new UpstreamError("crashed", session.#reasonOf()));
      if (!session.#closed) events.onEnd(session.#reasonOf());
    };
    return session;
  }

  /** What the server reported about itself. */
  get about(): About {
    return {
      info: this.#client.getServerVersion(),
      capabilities: this.#client.getServerCapabilities() ?? {},
      instructions: this.#client.getInstructions(),
      era: this.#client.getProtocolEra() ?? "legacy",
    };
  }

  /** Process id, if there is a process. */
  get pid(): number | undefined {
    return this.#transport instanceof ChildTransport
      ? this.#transport.pid
      : undefined;
  }

  /**
   * Sends a request and returns its result unchanged, including one that asks for
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
        return await this.#rpc.send({ ...message, params }, signal);
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
   * Subscribes to a resource, or unsubscribes. Since 2026-07-28 a subscription is a
   * stream of its own.
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
   * Pings the server.
   *
   * @param patience time limit, in ms
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

  /** Closes the session and terminates the program. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#client.close().catch(() => {});
    await this.#transport.close().catch(() => {});
  }

  /** Kills the program; the session closes with it. */
  kill(): void {
    if (this.#transport instanceof ChildTransport) this.#transport.kill();
    else void this.#transport.close();
  }

  /** Exit status of the program, if it has exited. */
  get #ended(): string | undefined {
    return (this.#transport as Partial<ChildTransport>).ended;
  }

  /** Why it closed, or could not be opened. */
  #reasonOf(error?: unknown): string {
    if (this.#ended !== undefined) return this.#ended;
    if (error === undefined) return "the connection was closed";
    const { message } = error as Error;
    return /fetch failed|error sending request/i.test(message)
      ? "it cannot be reached"
      : start(message, this.#secrets);
  }

  /**
   * Handles progress in order of arrival: the SDK's client dispatches notifications
   * one tick after results and would drop the last ones.
   */
  #listening(transport: Transport, events: SessionEvents): Transport {
    let inner: Transport["onmessage"];
    Object.defineProperty(transport, "onmessage", {
      get: () => inner,
      set: (deliver: Transport["onmessage"]) => {
        inner = (message: JSONRPCMessage, extra) => {
          this.heard = performance.now();
          if (this.#rpc.take(message)) return;
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

/** Requests that a server may send. Roots are not supported: we have none. */
const QUESTIONS = ["sampling/createMessage", "elicitation/create"] as const;

/** Shortens an error for a message and removes URLs, which may contain a key. */
function start(text: string, secrets: readonly string[]): string {
  const clean = hide(text.slice(0, 1_000), secrets)
    .replace(/\bhttps?:\/\/[^\s)]+/g, "…");
  return shortened(clean, 300);
}
