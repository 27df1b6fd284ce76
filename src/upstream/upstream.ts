/**
 * An upstream MCP server: keeps its sessions open, and adapts its tools, their
 * arguments and results according to its configuration.
 *
 * @module
 */

import type { Result, Tool } from "@modelcontextprotocol/client";
import type { Log } from "../log.ts";
import { adaptArguments, adaptSchema } from "./adapt_arguments.ts";
import type { CallOptions } from "./call.ts";
import { capParts } from "./cap_parts.ts";
import { capContents, capResult, capText } from "./cap_result.ts";
import type { UpstreamConfig } from "./config.ts";
import { markFailure } from "./mark_failure.ts";
import { Pool, type UpstreamStatus } from "./pool.ts";
import type { Message } from "./message.ts";
import type { About } from "./session.ts";
import { Statistics } from "./statistics.ts";
import { ToolList } from "./tool_list.ts";
import { isToolResult, type UpstreamToolResult } from "./tool_result.ts";
import { UpstreamError } from "./upstream_error.ts";
import { settlesWithin } from "../settles_within.ts";

/** Parameters of `tools/call`. */
export interface UpstreamCall {
  name: string;
  arguments?: Record<string, unknown>;
  /** `_meta`, and the fields of an answer to `input_required`. */
  [key: string]: unknown;
}

/** An upstream server. */
export class Upstream {
  readonly name: string;
  readonly config: UpstreamConfig;
  readonly statistics = new Statistics();
  readonly #pool: Pool;
  readonly #tools = new ToolList((message) => this.request(message));
  readonly #listeners = new Set<(message: Message) => void>();
  readonly #watchers = new Set<() => void>();
  #about?: About;

  /** @param answers whether calls can answer requests of the server; declared as capabilities */
  constructor(
    config: UpstreamConfig,
    log: Log,
    { answers = false }: { answers?: boolean } = {},
  ) {
    this.name = config.name;
    this.config = config;
    this.#pool = new Pool(config, log, {
      onOpen: (about) => this.#onOpen(about),
      onNotification: (message) => this.#onNotification(message),
    }, { answers });
  }

  /**
   * Opens its sessions and reads its tools. Never rejects; failures are in
   * {@linkcode status} and retried.
   */
  async start(): Promise<void> {
    await this.#pool.start();
    if (this.status.state === "ready") await this.#tools.all().catch(() => {});
  }

  /**
   * Waits until the server has been initialized, the first attempt has failed, or the
   * time limit of a call has passed. Returns at once if it was connected before.
   */
  async connected(): Promise<void> {
    if (this.#about !== undefined) return;
    await settlesWithin(this.#pool.opening(), this.config.timeoutMs);
  }

  /** What the server reported about itself; undefined if it was never connected. */
  get about(): About | undefined {
    return this.#about;
  }

  /** Process ids of its sessions. */
  get pids(): number[] {
    return this.#pool.pids;
  }

  /** Current state. */
  get status(): UpstreamStatus {
    return this.#pool.status;
  }

  /**
   * Its tools as clients and models see them: only allowed ones, without forced and
   * dropped arguments, and without an output schema that truncation may violate.
   *
   * @throws {UpstreamError}
   */
  async tools(): Promise<Tool[]> {
    const { config } = this;
    return (await this.#tools.all()).filter(({ name }) => this.#allows(name))
      .map((tool) => {
        const { outputSchema, ...rest } = tool;
        const inputSchema = adaptSchema(tool.inputSchema, config);
        return {
          ...rest,
          inputSchema: inputSchema as Tool["inputSchema"],
          ...config.maxResultChars === 0 && outputSchema && { outputSchema },
        };
      });
  }

  /**
   * Calls a tool with adapted arguments and adapts its result.
   *
   * @throws {UpstreamError}
   */
  async callTool(
    call: UpstreamCall,
    options: CallOptions = {},
  ): Promise<UpstreamToolResult> {
    const { config, statistics } = this;
    if (!this.#allows(call.name)) {
      throw new UpstreamError(
        "refused",
        `${this.name} has no tool ${call.name}`,
        -32602,
      );
    }
    const params = await this.#adapted(call);
    const raw = await this.request({ method: "tools/call", params }, options);
    if (!isToolResult(raw)) {
      throw new UpstreamError(
        "refused",
        `${this.name} gave a result of ${call.name} whose content is no list of parts`,
      );
    }
    const sized = withCappedParts(raw, config.maxBinaryChars);
    const marked = markFailure(sized, config.errorWhen);
    const result = capResult(marked, config.maxResultChars);
    if (result.isError) statistics.toolErrors++;
    if (result !== marked || sized !== raw) statistics.truncations++;
    return result;
  }

  /**
   * Sends any request and gives its result as it came, in its turn and within
   * the time limit. Only what resources and prompts hold, and the messages of
   * errors, is limited in size as tools' results are.
   *
   * @throws {UpstreamError}
   */
  async request(message: Message, options: CallOptions = {}): Promise<Result> {
    const { statistics } = this;
    const started = performance.now();
    statistics.calls++;
    try {
      const result = await this.#pool.request(message, options);
      return READS.has(message.method)
        ? capContents(result, this.config)
        : result;
    } catch (error) {
      statistics.failures[(error as UpstreamError).failure]++;
      throw capError(error, this.config.maxResultChars);
    } finally {
      statistics.ended(performance.now() - started);
    }
  }

  /**
   * Waits until no session works on an aborted call. In a shared session other calls
   * do not wait for that.
   */
  async settled(): Promise<void> {
    await this.#pool.settled();
  }

  /** Sends a request to all sessions; failures are only logged. */
  async requestAll(message: Message): Promise<void> {
    await this.#pool.requestAll(message);
  }

  /**
   * Subscribes to a resource. Must be repeated after a reconnect.
   *
   * @throws {UpstreamError}
   */
  async subscribe(uri: string): Promise<void> {
    await this.#pool.subscribe(uri, true);
  }

  /** Unsubscribes from a resource. @throws {UpstreamError} */
  async unsubscribe(uri: string): Promise<void> {
    await this.#pool.subscribe(uri, false);
  }

  /**
   * Adds a listener for notifications of the server: logs, changes.
   *
   * @returns removes the listener
   */
  onNotification(listener: (message: Message) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Adds a listener that is called after a reconnect.
   *
   * @returns removes the listener
   */
  onReady(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Closes its sessions and terminates their processes. */
  async close(): Promise<void> {
    await this.#pool.close();
  }

  #allows(name: string): boolean {
    const { allow, deny } = this.config;
    return (allow?.includes(name) ?? true) && !deny.includes(name);
  }

  async #adapted(call: UpstreamCall): Promise<UpstreamCall> {
    const { config } = this;
    if (Object.keys(config.force).length + config.drop.length === 0) {
      return call;
    }
    const tools = await this.#tools.all().catch(() => []);
    const schema = tools.find(({ name }) => name === call.name)?.inputSchema;
    const args = adaptArguments(call.arguments, config, schema);
    return { ...call, arguments: args };
  }

  #onOpen(about: About): void {
    const first = this.#about === undefined;
    this.#about = about;
    if (first) return;
    for (const watcher of this.#watchers) watcher();
    void this.#lookForChanges();
  }

  /** A restarted server may be another version. */
  async #lookForChanges(): Promise<void> {
    if (await this.#tools.refresh()) this.#tell({ method: TOOLS_CHANGED });
  }

  #onNotification(message: Message): void {
    if (message.method === TOOLS_CHANGED) this.#tools.forget();
    this.#tell(message);
  }

  #tell(message: Message): void {
    for (const listener of this.#listeners) listener(message);
  }
}

function withCappedParts(
  result: UpstreamToolResult,
  most: number,
): UpstreamToolResult {
  const { content = [] } = result;
  const parts = capParts(content, most);
  return parts === content ? result : { ...result, content: [...parts] };
}

/** Requests whose results are texts and files for a model. */
const READS = new Set(["resources/read", "prompts/get"]);

/** An error whose message a model can be given, and whose data are not larger. */
function capError(error: unknown, most: number): unknown {
  if (!(error instanceof UpstreamError) || most === 0) return error;
  const { failure, message, code, data } = error;
  const isLarge = data !== undefined && JSON.stringify(data).length > most;
  if (message.length <= most && !isLarge) return error;
  return new UpstreamError(
    failure,
    capText(message, most),
    code,
    isLarge ? undefined : data,
  );
}

const TOOLS_CHANGED = "notifications/tools/list_changed";
