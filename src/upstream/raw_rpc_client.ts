import type {
  JSONRPCMessage,
  Result,
  Transport,
} from "@modelcontextprotocol/client";
import type { Message } from "./message.ts";
import { UpstreamError } from "./upstream_error.ts";

/** First request id; above all ids that the SDK's client assigns during a session. */
const FIRST_ID = 1_000_000_000;

interface Waiting {
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Sends requests to a server of the sessions' era without the SDK's client, which
 * validates every message by schema: a quarter of the proxy's cost of a call.
 */
export class RawRpcClient {
  readonly #transport: Transport;
  readonly #waiting = new Map<unknown, Waiting>();
  #id = FIRST_ID;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * @throws {UpstreamError} `refused` by the server
   * @throws what the signal was aborted with; the server is told
   */
  async send(
    { method, params }: Message,
    signal: AbortSignal,
  ): Promise<Result> {
    signal.throwIfAborted();
    const id = ++this.#id;
    let giveUp: () => void;
    try {
      return await new Promise<Result>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        giveUp = () => {
          reject(signal.reason);
          const { message: reason } = signal.reason as Error;
          this.#write({
            jsonrpc: "2.0",
            method: "notifications/cancelled",
            params: { requestId: id, reason },
          }).catch(() => {});
        };
        signal.addEventListener("abort", giveUp);
        this.#write({ jsonrpc: "2.0", id, method, params } as JSONRPCMessage)
          .catch(reject);
      });
    } finally {
      signal.removeEventListener("abort", giveUp!);
      this.#waiting.delete(id);
    }
  }

  /** Handles a response. @returns whether it belongs to a request sent here */
  take(message: JSONRPCMessage): boolean {
    if ("method" in message) return false;
    const waiting = this.#waiting.get(message.id);
    // A late response belongs to nobody else either.
    if (waiting === undefined) return Number(message.id) >= FIRST_ID;
    if ("result" in message && message.result !== null) {
      waiting.resolve(message.result);
    } else if ("result" in message) {
      waiting.reject(new UpstreamError("refused", "the result is null"));
    } else {
      const { code, message: text, data } = message.error;
      waiting.reject(new UpstreamError("refused", String(text), code, data));
    }
    return true;
  }

  /** Rejects all pending requests; the session has closed. */
  end(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
  }

  async #write(message: JSONRPCMessage): Promise<void> {
    await this.#transport.send(message);
  }
}
