import type { HttpRoute } from "../http/http_route.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { metrics } from "./metrics.ts";

/** Path of the metrics. */
export const METRICS_PATH = "/metrics";

/** The route of the metrics, for Prometheus. */
export function metricsRoute(upstreams: readonly Upstream[]): HttpRoute {
  return {
    path: METRICS_PATH,
    access: "token",
    handle: () =>
      new Response(metrics(upstreams), {
        // The version of the format that metrics() writes.
        headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
      }),
  };
}
