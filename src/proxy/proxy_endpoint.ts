import { InMemoryServerEventBus } from "@modelcontextprotocol/server";
import type { Log } from "../log.ts";
import type { Endpoint } from "../mcp/http/endpoint.ts";
import { mcpEndpoint } from "../mcp/http/mcp_endpoint.ts";
import { whenEnded } from "../http/when_ended.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { NotificationHub } from "./notification_hub.ts";
import { SuspendedCalls } from "./suspended_calls.ts";
import { proxyFactory } from "./proxy_server.ts";

/** Serves an upstream to clients of both eras. */
export function proxyEndpoint(upstream: Upstream, log: Log): Endpoint {
  const bus = new InMemoryServerEventBus();
  const hub = new NotificationHub(upstream, bus);
  const suspended = new SuspendedCalls();
  const factory = proxyFactory(upstream, hub, suspended, log);
  const endpoint = mcpEndpoint(factory, log, { bus });
  return {
    async handle(request, body, late) {
      const uris = listenedUris(body);
      if (uris.length === 0) return await endpoint.handle(request, body, late);
      // The SDK filters events of the bus, but does not report the subscriptions.
      const kept = await Promise.all(uris.map(async (uri) => {
        try {
          await hub.subscribe(uri);
          return [uri];
        } catch {
          return [];
        }
      }));
      const reply = await endpoint.handle(request, body, late);
      return whenEnded(reply, () => {
        for (const uri of kept.flat()) void hub.unsubscribe(uri);
      });
    },
    async close() {
      hub.close();
      suspended.close();
      await endpoint.close();
    },
  };
}

/** The resources that a request of 2026-07-28 subscribes to. */
function listenedUris(body: unknown): string[] {
  const { method, params } = (body ?? {}) as {
    method?: unknown;
    params?: { notifications?: { resourceSubscriptions?: unknown } };
  };
  if (method !== "subscriptions/listen") return [];
  const uris = params?.notifications?.resourceSubscriptions;
  return Array.isArray(uris)
    ? uris.filter((uri) => typeof uri === "string").slice(0, 100)
    : [];
}
