import type { UpstreamFailure } from "./upstream_error.ts";

/** Upper ends of the histogram of latencies, in seconds; as Prometheus' clients have them. */
export const LATENCY_BUCKETS = [
  ...[0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
] as const;

/** Counters of an upstream since it was opened. */
export class Statistics {
  /** Requests sent or queued. */
  calls = 0;
  /** Truncated results. */
  truncations = 0;
  /** Results marked as errors, by the server or a rule. */
  toolErrors = 0;
  /** Failed requests by reason. */
  readonly failures: Record<UpstreamFailure, number> = {
    unavailable: 0,
    crashed: 0,
    timeout: 0,
    cancelled: 0,
    refused: 0,
  };
  /** Requests by latency; one more entry than buckets, for slower ones. */
  readonly latencies: number[] = LATENCY_BUCKETS.map(() => 0).concat(0);
  /** Sum over all requests, in seconds. */
  seconds = 0;

  /** Records the end of a request. */
  ended(milliseconds: number): void {
    const seconds = milliseconds / 1_000;
    this.seconds += seconds;
    const bucket = LATENCY_BUCKETS.findIndex((end) => seconds <= end);
    this.latencies[bucket < 0 ? LATENCY_BUCKETS.length : bucket]!++;
  }
}
