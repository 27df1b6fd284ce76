/**
 * Forwards notifications of an upstream (changes, log messages) to clients.
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

/** Subscriptions of one session. */
interface Listener {
  /** Minimum log level; undefined: everything. */
  level?: string;
  readonly uris: Set<string>;
}

/** Forwards notifications of an upstream. */
export class NotificationHub {
  readonly #upstream: Upstream;
  readonly #bus: ServerEventBus;
  readonly #listeners = new Map<Server, Listener>();
  /** Number of subscribers by resource. */
  readonly #uris = new Map<string, number>();
  readonly #stop: (() => void)[];

  /** @param bus event bus to clients of 2026-07-28, which subscribe by a request */
  constructor(upstream: Upstream, bus: ServerEventBus) {
    this.#upstream = upstream;
    this.#bus = bus;
    this.#stop = [
      upstream.onNotification((message) => this.#pass(message)),
      upstream.onReady(() => this.#repeat()),
    ];
  }

  /** Adds a session; removes it when it is closed. */
  add(server: Server): void {
    this.#listeners.set(server, { uris: new Set() });
    server.onclose = () => {
      const uris = this.#listeners.get(server)?.uris ?? [];
      this.#listeners.delete(server);
      for (const uri of uris) void this.unsubscribe(uri);
    };
  }

  /** Sets the log level of a session; the upstream gets the most detailed level of all. */
  async setLevel(server: Server, level: string): Promise<void> {
    const listener = this.#listeners.get(server);
    if (listener) listener.level = level;
    await this.#tellLevel();
  }

  /** Subscribes a session to a resource. */
  async subscribeSession(server: Server, uri: string): Promise<void> {
    const uris = this.#listeners.get(server)?.uris;
    if (uris?.has(uri)) return;
    await this.subscribe(uri);
    uris?.add(uri);
  }

  /** Unsubscribes a session. */
  async unsubscribeSession(server: Server, uri: string): Promise<void> {
    if (this.#listeners.get(server)?.uris.delete(uri)) {
      await this.unsubscribe(uri);
    }
  }

  /**
   * Adds a subscriber of a resource.
   *
   * @throws {UpstreamError} the server refuses
   */
  async subscribe(uri: string): Promise<void> {
    const count = this.#uris.get(uri) ?? 0;
    if (count === 0) await this.#upstream.subscribe(uri);
    this.#uris.set(uri, (this.#uris.get(uri) ?? 0) + 1);
  }

  /** Removes a subscriber of a resource. */
  async unsubscribe(uri: string): Promise<void> {
    const count = (this.#uris.get(uri) ?? 0) - 1;
    if (count > 0) return void this.#uris.set(uri, count);
    this.#uris.delete(uri);
    await this.#upstream.unsubscribe(uri).catch(() => {});
  }

  /** Stops forwarding. */
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

  /** Restores level and subscriptions after a restart of the upstream. */
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
