/**
 * Servers in this process where a child process would be: they speak the
 * sessions of 2025-11-25 as the real ones do, and do wrong on demand.
 *
 * @module
 */

import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { Log } from "../../src/log.ts";
import { ChildTransport } from "../../src/upstream/child_transport.ts";
import type { UpstreamConfig } from "../../src/upstream/config.ts";
import { type Incoming, RpcError } from "../fixtures/_line_server.ts";
import { configOf, type Differences } from "./_upstreams.ts";

export { type Incoming, RpcError };

/** Answers a request; undefined is no answer, and what it throws is an error. */
export type Answer = (message: Incoming, child: FakeChild) => unknown;

/** A server and the transport to it in one. */
export class FakeChild extends ChildTransport {
  /** What it was sent, in order. */
  readonly got: Incoming[] = [];
  readonly #answer: Answer;
  #how?: string;

  constructor(answer: Answer = () => ({})) {
    super(
      { name: "fake", command: "", args: [], env: {} },
      new Log(() => {}, "ERROR"),
    );
    this.#answer = answer;
  }

  override get ended(): string | undefined {
    return this.#how;
  }

  override get pid(): number {
    return 1;
  }

  override start(): Promise<void> {
    return Promise.resolve();
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    if (this.#how !== undefined) throw new Error("it does not read any more");
    // As bytes would bring it.
    const incoming = JSON.parse(JSON.stringify(message)) as Incoming;
    this.got.push(incoming);
    await undefined;
    void this.#take(incoming);
  }

  /** Says something beside answers. */
  say(message: Record<string, unknown>): void {
    if (this.#how !== undefined) return;
    this.onmessage?.({ jsonrpc: "2.0", ...message } as JSONRPCMessage);
  }

  /** Ends as a process does. */
  die(how: string): void {
    if (this.#how !== undefined) return;
    this.#how = how;
    this.onclose?.();
  }

  override close(): Promise<void> {
    this.die("it was stopped");
    return Promise.resolve();
  }

  override kill(): void {
    this.die("it was ended by SIGKILL");
  }

  /** Methods that it was sent. */
  get methods(): string[] {
    return this.got.map(({ method }) => method);
  }

  async #take(message: Incoming): Promise<void> {
    const { id } = message;
    try {
      const result = await this.#answer(message, this);
      if (id === undefined || result === undefined) return;
      const greets = message.method === "initialize";
      this.say({ id, result: greets ? { ...GREETING, ...result! } : result });
    } catch (error) {
      const { code = -32603, message } = error as RpcError;
      if (id !== undefined) this.say({ id, error: { code, message } });
    }
  }
}

/** What `initialize` is answered with, beside what the script says. */
export const GREETING = {
  protocolVersion: "2025-11-25",
  capabilities: { tools: {}, logging: {} },
  serverInfo: { name: "fake", version: "1.0.0" },
  instructions: "指示",
};

/** A configuration whose program is never started. */
export function fakeConfig(differences: Differences = {}): UpstreamConfig {
  return configOf({ command: "no-such-program", args: [] }, differences);
}

/**
 * Makes a fake for each session that is opened.
 *
 * @param answerOf how the session of that number, from 0, answers
 */
export function fakeChildren(answerOf: (number: number) => Answer) {
  const children: FakeChild[] = [];
  const transport = () => {
    const child = new FakeChild(answerOf(children.length));
    children.push(child);
    return child;
  };
  return { children, transport };
}
