import { LATENCY_BUCKETS } from "../upstream/statistics.ts";
import type { Upstream } from "../upstream/upstream.ts";

/**
 * Metrics in the text format of Prometheus (Exposition formats, version 0.0.4).
 */
export function metrics(upstreams: readonly Upstream[]): string {
  const lines: string[] = [];
  const family = (
    name: string,
    type: "counter" | "gauge" | "histogram",
    help: string,
    samples: (upstream: Upstream) => [suffix: string, value: number][],
  ) => {
    lines.push(`# HELP docs_proxy_${name} ${help}`);
    lines.push(`# TYPE docs_proxy_${name} ${type}`);
    for (const upstream of upstreams) {
      for (const [suffix, value] of samples(upstream)) {
        const [end, labels] = suffix.split("{");
        const all = [`upstream="${upstream.name}"`, labels].filter(Boolean);
        lines.push(`docs_proxy_${name}${end}{${all.join(",")}} ${value}`);
      }
    }
  };
  family(
    "up",
    "gauge",
    "Whether the server can be called.",
    (it) => [["", it.status.state === "ready" ? 1 : 0]],
  );
  family(
    "sessions",
    "gauge",
    "Sessions with the server that are open.",
    (it) => [["", it.status.sessions]],
  );
  family(
    "calls_total",
    "counter",
    "Requests to the server, with or without a result.",
    ({ statistics }) => [["", statistics.calls]],
  );
  family(
    "errors_total",
    "counter",
    "Requests without a result, by reason; reason tool: results that are errors.",
    ({ statistics }) => [
      ...Object.entries(statistics.failures).map(
        ([reason, count]) => [`{reason="${reason}"`, count] as [string, number],
      ),
      [`{reason="tool"`, statistics.toolErrors],
    ],
  );
  family(
    "truncations_total",
    "counter",
    "Results that were cut.",
    ({ statistics }) => [["", statistics.truncations]],
  );
  family(
    "restarts_total",
    "counter",
    "Sessions that were opened after another had ended.",
    (it) => [["", it.status.restarts]],
  );
  family(
    "call_duration_seconds",
    "histogram",
    "How long requests took, waiting for their turn included.",
    ({ statistics: { latencies, seconds } }) => {
      let count = 0;
      const buckets = latencies.map((number, at) => {
        const end = LATENCY_BUCKETS[at] ?? "+Inf";
        return [`_bucket{le="${end}"`, count += number] as [string, number];
      });
      return [...buckets, ["_sum", seconds], ["_count", count]];
    },
  );
  return lines.join("\n") + "\n";
}
