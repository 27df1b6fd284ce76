import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type RequestId,
  type Transport,
} from "@modelcontextprotocol/server";
import type { Log } from "../log.ts";
import { textLines } from "../text/text_lines.ts";
import { isRequestId } from "./request_id.ts";

/** Longest message in UTF-16 units. Ours are answered within 100 KB. */
const LONGEST = 16 * 1024 * 1024;

/** How long answers are waited for when the client has closed stdin, in ms. */
const LAST_ANSWERS = 800;

/** Faulty messages that are complained of: a client may not read our stderr. */
const COMPLAINTS = 20;

/** JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/** Where messages come from and go to. */
export interface Pipes {
  input: AsyncIterable<Uint8Array>;
  /** Writes all of it. @throws when the reader has closed its end */
  write(text: string): Promise<void>;
}

/**
 * One JSON-RPC message a line (MCP 2025-11-25, Transports, stdio). Unlike the
 * SDK's own it answers what is under way when the client closes stdin, goes on
 * after a line that is no message, and answers the batches of 2025-03-26.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  /** Resolved when the client has disconnected and all requests are answered or aborted. */
  readonly ended: Promise<void>;
  readonly #pipes: Pipes;
  readonly #log: Log;
  readonly #unanswered = new Set<RequestId>();
  readonly #batches = new Map<RequestId, Batch>();
  #answered = () => {};
  #end!: () => void;
  #stopped = false;
  #closed = false;
  #complaints = 0;
  #writing = Promise.resolve();

  constructor(pipes: Pipes, log: Log) {
    this.#pipes = pipes;
    this.#log = log;
    this.ended = new Promise((resolve) => this.#end = resolve);
  }

  /** Begins to read. */
  start(): Promise<void> {
    this.#read()
      .catch((error) => this.onerror?.(error))
      .finally(() => this.close());
    return Promise.resolve();
  }

  /** Queues a message. */
  send(message: JSONRPCMessage): Promise<void> {
    const id = "method" in message ? undefined : message.id;
    if (id === undefined) return this.#write(message);
    const batch = this.#batches.get(id);
    this.#settle(id);
    if (batch === undefined) return this.#write(message);
    this.#batches.delete(id);
    batch.answers.push(message);
    return batch.waiting.delete(id) && batch.waiting.size === 0
      ? this.#write(batch.answers)
      : Promise.resolve();
  }

  /** Stops reading, and ends when requests in progress are answered. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#lastAnswers();
    await this.close();
  }

  /** Stops without answering requests in progress. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#writing;
    this.onclose?.();
    this.#end();
  }

  async #read(): Promise<void> {
    const lines = textLines(
      this.#pipes.input,
      LONGEST,
      () => {
        void this.#refuse(null, `a message has over ${LONGEST} characters`);
      },
    );
    for await (const line of lines) {
      if (this.#stopped || this.#closed) return;
      if (line.trim() !== "") await this.#take(line);
    }
    await this.#lastAnswers();
  }

  async #take(line: string): Promise<void> {
    let value: unknown;
    try {
      // Some shells put a BOM before each line that they write.
      value = JSON.parse(line.replace(/^\ufeff/, ""));
    } catch {
      return await this.#refuse(
        null,
        `a line of ${line.length} characters is not JSON`,
        PARSE_ERROR,
      );
    }
    if (!Array.isArray(value)) return await this.#deliver(value);
    const ids = value.map((it) => it?.method && it.id)
      .filter((id): id is RequestId => isRequestId(id));
    const batch: Batch = { waiting: new Set(ids), answers: [] };
    for (const id of ids) this.#batches.set(id, batch);
    for (const item of value) await this.#deliver(item);
    if (value.length === 0) await this.#refuse(null, "an empty batch");
  }

  async #deliver(value: unknown): Promise<void> {
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(value);
    } catch {
      const id = (value as { id?: unknown } | null)?.id;
      await this.#refuse(
        isRequestId(id) ? id : null,
        "not a JSON-RPC 2.0 message",
      );
      return;
    }
    if (isJSONRPCRequest(message)) this.#unanswered.add(message.id);
    else if (
      isJSONRPCNotification(message) &&
      message.method === "notifications/cancelled"
    ) {
      // Cancelled requests get no response.
      const id = message.params?.requestId;
      if (isRequestId(id)) this.#settle(id);
    }
    this.onmessage?.(message);
  }

  #refuse(
    id: RequestId | null,
    message: string,
    code = INVALID_REQUEST,
  ): Promise<void> {
    this.#complain(`refused: ${message}`);
    const error = { code, message };
    return this.#write({ jsonrpc: "2.0", id, error });
  }

  #complain(message: string): void {
    if (++this.#complaints <= COMPLAINTS) this.#log.warning(message);
    else this.#log.debug(message);
  }

  #write(message: unknown): Promise<void> {
    const line = JSON.stringify(message) + "\n";
    return this.#writing = this.#writing.then(async () => {
      try {
        await this.#pipes.write(line);
      } catch (error) {
        this.#log.debug(`the client has gone: ${error}`);
        this.#writing = Promise.resolve();
        void this.close();
      }
    });
  }

  #settle(id: RequestId): void {
    this.#unanswered.delete(id);
    if (this.#unanswered.size === 0) this.#answered();
  }

  async #lastAnswers(): Promise<void> {
    if (this.#unanswered.size === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.#answered = resolve;
      timer = setTimeout(resolve, LAST_ANSWERS);
    });
    clearTimeout(timer);
  }
}

/** Requests that came together and are answered together. */
interface Batch {
  waiting: Set<RequestId>;
  answers: JSONRPCMessage[];
}
