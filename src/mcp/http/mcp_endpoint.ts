import {
  createMcpHandler,
  isLegacyRequest,
  type McpServerFactory,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import type { Log } from "../../log.ts";
import { nameAcceptedTypes } from "./accept.ts";
import type { Endpoint } from "./endpoint.ts";
import { rpcError } from "./rpc_error.ts";
import { type SessionOptions, Sessions } from "./sessions.ts";

/** The first revision without sessions, where all is a POST. */
const STATELESS = "2026-07-28";

/**
 * Serves both eras at one address: 2026-07-28, where each request stands for
 * itself, and the sessions of the revisions before. Replies are JSON; where a
 * call tells its progress, an event stream.
 *
 * @param options `bus` carries changes to clients that listen for them
 */
export function mcpEndpoint(
  factory: McpServerFactory,
  log: Log,
  options: SessionOptions & { bus?: ServerEventBus } = {},
): Endpoint {
  const sessions = new Sessions(factory, options);
  const modern = createMcpHandler(factory, {
    legacy: "reject",
    bus: options.bus,
    onerror: (error) => log.debug(error.message),
  });
  return {
    async handle(request, body, late) {
      const version = request.headers.get("mcp-protocol-version");
      if (
        request.method !== "POST" && version !== null && version >= STATELESS
      ) {
        return rpcError({
          status: 405,
          message:
            `${request.method} is for the sessions of revisions before ${STATELESS}; this one has only POST`,
          headers: { allow: "POST" },
        });
      }
      if (await isLegacyRequest(request, body)) {
        nameAcceptedTypes(request);
        return await sessions.handle(request, body, late);
      }
      // A new Request with AbortSignal.any() of both signals would cost half a
      // KB a call that Deno never gets back.
      Object.defineProperty(request, "signal", { value: late });
      return await modern.fetch(request, { parsedBody: body });
    },
    async close() {
      await Promise.all([sessions.close(), modern.close()]);
    },
  };
}
