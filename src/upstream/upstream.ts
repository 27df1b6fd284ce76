/**
 * Another MCP server, made fit: one long-lived session or a pool of them, opened
 * at start and again after a crash, with arguments, results and tools adapted
 * as its configuration says.
 *
 * @module
 */

import type {
  Implementation,
  Result,
  ServerCapabilities,
  Tool,
} from "@modelcontextprotocol/client";
import type { Log } from "../mcp/log.ts";
import { adaptArguments, adaptSchema } from "./adapt_arguments.ts";
import { Call, type CallOptions } from "./call.ts";
import { capResult } from "./cap_result.ts";
import type { UpstreamConfig } from "./config.ts";
import { Link } from "./link.ts";
import { markFailure } from "./mark_failure.ts";
import type { Message, Session } from "./session.ts";
import { Statistics } from "./statistics.ts";
import { isToolResult, type ToolResult } from "./tool_result.ts";
import { Turns } from "./turns.ts";
import { UpstreamError } from "./upstream_error.ts";

/** A new try that is further away, in ms, is not waited for. */
const SOON = 2_000;

/** How long a server may go on with a call that was given up, in ms. */
const AFTERWORK = 5_000;

/** Pages of tools that are read. */
const MOST_PAGES = 100;

/** What a server has said of itself when it was last connected. */
export interface About {
  info?: Implementation;
  capabilities: ServerCapabilities;
  instructions?: string;
  era: "legacy" | "modern";
}

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

/** What `tools/call` has. */
export interface ToolCall {
  name: string;
  arguments?: Record<string, unknown>;
  /** `_meta`, and what an answer to `input_required` brings. */
  [key: string]: unknown;
}

/** A server that is used. */
export class Upstream {
  readonly name: string;
  readonly config: UpstreamConfig;
  readonly statistics = new Statistics();
  readonly #log: Log;
  readonly #links: Link[];
  readonly #turns: Turns<Link>;
  readonly #perLink: number;
  readonly #calls = new Map<Link, Set<Call>>();
  /** What is done about calls that were given up. */
  readonly #afterworks = new Set<Promise<void>>();
  readonly #listeners = new Set<(message: Message) => void>();
  readonly #watchers = new Set<() => void>();
  #about?: About;
  #tools?: Promise<Tool[]>;
  #closed = false;

  /** @param answers whether calls may answer questions; the server is told so */
  constructor(
    config: UpstreamConfig,
    log: Log,
    { answers = false }: { answers?: boolean } = {},
  ) {
    this.name = config.name;
    this.config = config;
    this.#log = log;
    this.#perLink = config.maxConcurrency === undefined ? Infinity : 1;
    this.#turns = new Turns(() => this.#free());
    this.#links = Array.from({ length: config.maxConcurrency ?? 1 }, () => {
      const link: Link = new Link(config, log, {
        onState: (link) => this.#onState(link),
        onNotification: (message) => this.#onNotification(message),
        onRequest: (message) => this.#onRequest(link, message),
      }, { answers });
      this.#calls.set(link, new Set());
      return link;
    });
  }

  /**
   * Opens its sessions and reads its tools. Never fails: what is wrong is in
   * {@linkcode status}, and tried again.
   */
  async start(): Promise<void> {
    await Promise.all(this.#links.map((link) => link.start()));
    if (this.status.state === "ready") await this.tools().catch(() => {});
  }

  /**
   * Waits until the server has said what it can, its first try has failed, or
   * the time of a call has passed. At once when it was there before.
   */
  async connected(): Promise<void> {
    if (this.#about !== undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) =>
      timer = setTimeout(resolve, this.config.timeoutMs)
    );
    await Promise.race([late, ...this.#links.map((link) => link.opening)]);
    clearTimeout(timer);
  }

  /** What the server said of itself; undefined if it was never connected. */
  get about(): About | undefined {
    return this.#about;
  }

  /** Processes of its sessions. */
  get pids(): number[] {
    return this.#links.flatMap((link) => link.session?.pid ?? []);
  }

  /** How it is with it now. */
  get status(): UpstreamStatus {
    const count = (state: string) =>
      this.#links.filter((link) => link.state === state).length;
    const sessions = count("ready");
    return {
      name: this.name,
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
   * Its tools as clients and models see them: those allowed, without the
   * arguments that are forced or dropped, and without a promise of structured
   * content that the cap may break.
   *
   * @throws {UpstreamError}
   */
  async tools(): Promise<Tool[]> {
    const { config } = this;
    return (await this.#rawTools()).filter(({ name }) => this.#allows(name))
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
   * Calls a tool, arguments and result adapted.
   *
   * @throws {UpstreamError}
   */
  async callTool(
    call: ToolCall,
    options: CallOptions = {},
  ): Promise<ToolResult> {
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
    const marked = markFailure(raw, config.errorWhen);
    const result = capResult(marked, config.maxResultChars);
    if (result.isError) statistics.toolErrors++;
    if (result !== marked) statistics.truncations++;
    return result;
  }

  /**
   * Sends any request and gives its result as it came, in its turn and within
   * the time limit.
   *
   * @throws {UpstreamError}
   */
  async request(message: Message, options: CallOptions = {}): Promise<Result> {
    const { statistics } = this;
    const started = performance.now();
    const call = new Call(this.name, this.config.timeoutMs, options);
    statistics.calls++;
    let link: Link | undefined;
    let session: Session | undefined;
    try {
      while (session === undefined) {
        // It ended before anything was sent to it.
        if (link) this.#release(link);
        link = undefined;
        this.#needSession();
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
      statistics.failures[told.failure]++;
      if (told.failure === "crashed") void this.#examine(link, session);
      throw told;
    } finally {
      call.end();
      statistics.ended(performance.now() - started);
      if (link) {
        this.#calls.get(link)!.delete(call);
        if (call.signal.aborted) this.#lookAfter(link, call);
        else this.#release(link);
      }
    }
  }

  /**
   * Waits until no session is at work on a call that was given up. Where one
   * session has all calls, others begin without waiting for that.
   */
  async settled(): Promise<void> {
    await Promise.all(this.#afterworks);
  }

  /** Sends a request to all its sessions; what fails is left to the log. */
  async requestAll(message: Message): Promise<void> {
    const signal = AbortSignal.timeout(this.config.timeoutMs);
    await Promise.all(this.#links.map(async ({ session }) => {
      try {
        await session?.send(message, { signal });
      } catch (error) {
        this.#log.debug(`${this.name}: ${message.method}: ${error}`);
      }
    }));
  }

  /**
   * Wants to hear of changes of a resource. To be said again when a session
   * was opened anew.
   *
   * @throws {UpstreamError}
   */
  async subscribe(uri: string): Promise<void> {
    await this.#subscription(uri, true);
  }

  /** Does not any more. @throws {UpstreamError} */
  async unsubscribe(uri: string): Promise<void> {
    await this.#subscription(uri, false);
  }

  /**
   * Listens to what the server tells beside answers: logs, changes.
   *
   * @returns ends it
   */
  onNotification(listener: (message: Message) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Calls the function when a session has been opened anew.
   *
   * @returns ends it
   */
  onReady(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Ends its sessions and processes. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#turns.refuse(this.#unavailable());
    await Promise.all(this.#links.map((link) => link.close()));
  }

  async #subscription(uri: string, on: boolean): Promise<void> {
    const [{ session }] = this.#links;
    if (session === undefined) throw this.#unavailable();
    const signal = AbortSignal.timeout(this.config.timeoutMs);
    await session.subscribe(uri, on, signal);
  }

  #allows(name: string): boolean {
    const { allow, deny } = this.config;
    return (allow?.includes(name) ?? true) && !deny.includes(name);
  }

  async #adapted(call: ToolCall): Promise<ToolCall> {
    const { config } = this;
    if (Object.keys(config.force).length + config.drop.length === 0) {
      return call;
    }
    const tools = await this.#rawTools().catch(() => []);
    const schema = tools.find(({ name }) => name === call.name)?.inputSchema;
    const args = adaptArguments(call.arguments, config, schema);
    return { ...call, arguments: args };
  }

  #rawTools(): Promise<Tool[]> {
    if (this.#tools === undefined) {
      const reading = this.#readTools();
      this.#tools = reading;
      // What failed is tried again by the next who asks.
      reading.catch(() => {
        if (this.#tools === reading) this.#tools = undefined;
      });
    }
    return this.#tools;
  }

  async #readTools(): Promise<Tool[]> {
    const tools: Tool[] = [];
    let cursor: unknown;
    for (let page = 0; page < MOST_PAGES; page++) {
      const result = await this.request({
        method: "tools/list",
        params: cursor === undefined ? {} : { cursor },
      });
      if (Array.isArray(result.tools)) {
        tools.push(...result.tools.filter(isTool));
      }
      cursor = result.nextCursor;
      if (cursor === undefined || cursor === null) break;
    }
    return tools;
  }

  #free(): Link | undefined {
    let best: Link | undefined;
    for (const link of this.#links) {
      if (link.state !== "ready" || link.busy >= this.#perLink) continue;
      if (best === undefined || link.busy < best.busy) best = link;
    }
    if (best) best.busy++;
    return best;
  }

  #release(link: Link): void {
    link.busy--;
    this.#turns.next();
  }

  #lookAfter(link: Link, call: Call): void {
    const work = this.#afterwork(link, call)
      .finally(() => this.#afterworks.delete(work));
    this.#afterworks.add(work);
  }

  /**
   * A server may still be at work on a call that was given up. Its turn is
   * over when it answers a ping, and if it does not, it is started anew.
   */
  async #afterwork(link: Link, call: Call): Promise<void> {
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
  async #examine(link?: Link, session?: Session): Promise<void> {
    if (session === undefined || session !== link?.session) return;
    if (await session.isAlive(AFTERWORK)) return;
    if (session === link.session) link.restart("the session was lost");
  }

  #onState(link: Link): void {
    if (link.state === "ready") {
      const first = this.#about === undefined;
      this.#about = link.session!.about;
      this.#turns.next();
      if (!first) {
        for (const watcher of this.#watchers) watcher();
        void this.#lookForChanges();
      }
    } else if (link.state === "down" && this.#isFarDown()) {
      this.#turns.refuse(this.#unavailable());
    }
  }

  /** A server that is started anew may be another version of itself. */
  async #lookForChanges(): Promise<void> {
    const before = await this.#tools?.catch(() => undefined);
    if (before === undefined) return;
    this.#tools = undefined;
    const after = await this.#rawTools().catch(() => undefined);
    if (after && JSON.stringify(after) !== JSON.stringify(before)) {
      this.#tell({ method: "notifications/tools/list_changed" });
    }
  }

  #onNotification(message: Message): void {
    if (message.method === "notifications/tools/list_changed") {
      this.#tools = undefined;
    }
    this.#tell(message);
  }

  #tell(message: Message): void {
    for (const listener of this.#listeners) listener(message);
  }

  /**
   * In one session the server does not say for whose call it asks, so only the
   * sole call under way can be meant.
   */
  async #onRequest(link: Link, message: Message): Promise<Result> {
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

  #needSession(): void {
    if (this.#closed || this.#isFarDown()) throw this.#unavailable();
  }

  #isFarDown(): boolean {
    const soon = performance.now() + SOON;
    return this.#links.every((link) =>
      link.state === "closed" || (link.state === "down" && link.nextTry > soon)
    );
  }

  #unavailable(): UpstreamError {
    const { reason } = this.status;
    return new UpstreamError(
      "unavailable",
      this.#closed
        ? `${this.name} is being stopped`
        : `${this.name} is not available${reason ? `: ${reason}` : ""}`,
    );
  }

  #told(error: unknown, link: Link | undefined): UpstreamError {
    if (!(error instanceof UpstreamError)) {
      this.#log.stack(error);
      return new UpstreamError("crashed", `${this.name}: ${error}`);
    }
    if (error.failure !== "crashed" || link === undefined) return error;
    return new UpstreamError(
      "crashed",
      `${this.name} ended during this call: ${error.message}`,
    );
  }
}

/** Whether it can be called at all. */
function isTool(tool: unknown): tool is Tool {
  const { name, inputSchema } = (tool ?? {}) as Partial<Tool>;
  return typeof name === "string" && typeof inputSchema === "object" &&
    inputSchema !== null;
}
