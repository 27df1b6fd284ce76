import type { HttpRoute } from "../http/http_route.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { metrics } from "./metrics.ts";

/** What has happened, for Prometheus. */
export function metricsRoute(upstreams: readonly Upstream[]): HttpRoute {
  return {
    path: "/metrics",
    access: "token",
    handle: () =>
      new Response(metrics(upstreams), {
        // The version of the form, as metrics() has it.
        headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
      }),
  };
}
