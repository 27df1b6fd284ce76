/**
 * The clients that listen, beside the answers to their calls, to what an
 * upstream tells: changes, and its log.
 *
 * @module
 */

import type {
  Notification,
  Server,
  ServerEventBus,
} from "@modelcontextprotocol/server";
import type { Message } from "../upstream/message.ts";
import type { Upstream } from "../upstream/upstream.ts";

/** Levels of RFC 5424, most detailed first, as MCP has them. */
const LEVELS = [
  ...["debug", "info", "notice", "warning"],
  ...["error", "critical", "alert", "emergency"],
];

/** What one session wants to hear. */
interface Listener {
  /** The least level; undefined is all that the server says. */
  level?: string;
  readonly uris: Set<string>;
}

/** Passes on what an upstream tells. */
export class NotificationHub {
  readonly #upstream: Upstream;
  readonly #bus: ServerEventBus;
  readonly #listeners = new Map<Server, Listener>();
  /** How many want to hear of a resource. */
  readonly #uris = new Map<string, number>();
  readonly #stop: (() => void)[];

  /** @param bus to clients of 2026-07-28, which listen by a request */
  constructor(upstream: Upstream, bus: ServerEventBus) {
    this.#upstream = upstream;
    this.#bus = bus;
    this.#stop = [
      upstream.onNotification((message) => this.#pass(message)),
      upstream.onReady(() => this.#repeat()),
    ];
  }

  /** Takes a session in; out again when it is closed. */
  add(server: Server): void {
    this.#listeners.set(server, { uris: new Set() });
    server.onclose = () => {
      const uris = this.#listeners.get(server)?.uris ?? [];
      this.#listeners.delete(server);
      for (const uri of uris) void this.unsubscribe(uri);
    };
  }

  /** A session sets what it hears of the log; the server tells as much as any wants. */
  async setLevel(server: Server, level: string): Promise<void> {
    const listener = this.#listeners.get(server);
    if (listener) listener.level = level;
    await this.#tellLevel();
  }

  /** A session wants to hear of a resource. */
  async subscribeSession(server: Server, uri: string): Promise<void> {
    const uris = this.#listeners.get(server)?.uris;
    if (uris?.has(uri)) return;
    await this.subscribe(uri);
    uris?.add(uri);
  }

  /** A session does not any more. */
  async unsubscribeSession(server: Server, uri: string): Promise<void> {
    if (this.#listeners.get(server)?.uris.delete(uri)) {
      await this.unsubscribe(uri);
    }
  }

  /**
   * One more wants to hear of a resource.
   *
   * @throws {UpstreamError} the server refuses
   */
  async subscribe(uri: string): Promise<void> {
    const count = this.#uris.get(uri) ?? 0;
    if (count === 0) await this.#upstream.subscribe(uri);
    this.#uris.set(uri, (this.#uris.get(uri) ?? 0) + 1);
  }

  /** One does not any more. */
  async unsubscribe(uri: string): Promise<void> {
    const count = (this.#uris.get(uri) ?? 0) - 1;
    if (count > 0) return void this.#uris.set(uri, count);
    this.#uris.delete(uri);
    await this.#upstream.unsubscribe(uri).catch(() => {});
  }

  /** Nobody is told anything any more. */
  close(): void {
    for (const stop of this.#stop) stop();
  }

  #pass(message: Message): void {
    const { method, params } = message;
    for (const [server, listener] of this.#listeners) {
      if (!wants(listener, message)) continue;
      server.notification(message as Notification).catch(() => {});
    }
    const kind = KINDS[method];
    if (kind) this.#bus.publish({ kind });
    else if (method === UPDATED) {
      this.#bus.publish({ kind: "resource_updated", uri: String(params?.uri) });
    }
  }

  /** A server that was started anew does not know what it was told. */
  #repeat(): void {
    for (const uri of this.#uris.keys()) {
      this.#upstream.subscribe(uri).catch(() => {});
    }
    void this.#tellLevel();
  }

  async #tellLevel(): Promise<void> {
    const levels = [...this.#listeners.values()]
      .map(({ level }) => level === undefined ? -1 : LEVELS.indexOf(level))
      .filter((level) => level >= 0);
    if (levels.length === 0) return;
    const level = LEVELS[Math.min(...levels)];
    await this.#upstream.requestAll({
      method: "logging/setLevel",
      params: { level },
    });
  }
}

const UPDATED = "notifications/resources/updated";

const KINDS: Record<
  string,
  | "tools_list_changed"
  | "prompts_list_changed"
  | "resources_list_changed"
  | undefined
> = {
  "notifications/tools/list_changed": "tools_list_changed",
  "notifications/prompts/list_changed": "prompts_list_changed",
  "notifications/resources/list_changed": "resources_list_changed",
};

function wants({ level, uris }: Listener, { method, params }: Message) {
  if (method === UPDATED) return uris.has(String(params?.uri));
  if (method !== "notifications/message") return method in KINDS;
  return level === undefined ||
    LEVELS.indexOf(String(params?.level)) >= LEVELS.indexOf(level);
}
