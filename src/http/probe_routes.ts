import type { HttpRoute } from "./http_route.ts";

/**
 * What is asked by whatever looks after the process: `/healthz` tells that it
 * lives, `/readyz` that calls can be answered, and neither anything else.
 *
 * @param readiness true, or why no call could be answered now
 */
export function probeRoutes(readiness: () => true | string): HttpRoute[] {
  return [
    { path: "/healthz", access: "probe", handle: () => new Response("ok\n") },
    {
      path: "/readyz",
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
