import type { HttpRoute } from "../../http/http_route.ts";
import type { Endpoint } from "./endpoint.ts";
import { rpcError } from "./rpc_error.ts";

/** Bytes that a request may have. A call of a tool has a few hundred. */
const BODY_LIMIT = 1024 * 1024;

/** The stream of changes of 2026-07-28; before, it was a GET. */
const LISTEN = "subscriptions/listen";

/** The protocol at a path (MCP 2025-11-25 and 2026-07-28, Streamable HTTP). */
export function mcpRoute(
  path: string,
  endpoint: Endpoint,
  limits: Pick<HttpRoute, "bodyLimit" | "timeLimit"> = {},
): HttpRoute {
  return {
    path,
    methods: ["GET", "POST", "DELETE"],
    access: "token",
    bodyLimit: limits.bodyLimit ?? BODY_LIMIT,
    timeLimit: limits.timeLimit,
    errors: rpcError,
    subject: methodOf,
    isEndless: ({ method }, body) =>
      method !== "POST" || methodOf(body) === LISTEN,
    handle: ({ request, body, late }) => endpoint.handle(request, body, late),
    close: () => endpoint.close(),
  };
}

/** The method of a body, for the log; arguments are private. */
function methodOf(body: unknown): string {
  if (Array.isArray(body)) return "batch";
  const { method, params } = (body ?? {}) as {
    method?: unknown;
    params?: { name?: unknown };
  };
  const parts = method === "tools/call" ? [method, params?.name] : [method];
  return parts.filter((part) => typeof part === "string").join(" ")
    .slice(0, 100) || "-";
}
