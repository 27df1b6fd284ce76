import type { HttpRoute } from "./http_route.ts";

/** Paths of the probes, which no other route may have. */
export const PROBE_PATHS = ["/healthz", "/readyz"];

/**
 * Liveness and readiness probes: `/healthz` says that the process runs, `/readyz`
 * that calls can be answered.
 *
 * @param readiness true, or why no call could be answered now
 */
export function probeRoutes(readiness: () => true | string): HttpRoute[] {
  return [
    {
      path: PROBE_PATHS[0]!,
      access: "probe",
      handle: () => new Response("ok\n"),
    },
    {
      path: PROBE_PATHS[1]!,
      access: "probe",
      handle() {
        const ready = readiness();
        return ready === true
          ? new Response("ready\n")
          : new Response(`${ready}\n`, { status: 503 });
      },
    },
  ];
}
