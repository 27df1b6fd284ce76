/**
 * The server that a client of the proxy connects to: it offers what the upstream
 * offers, and forwards requests to it.
 *
 * @module
 */

import {
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerCapabilities,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Log } from "../log.ts";
import { noValidator } from "../no_validator.ts";
import type { About } from "../upstream/session.ts";
import type { Upstream, UpstreamCall } from "../upstream/upstream.ts";
import { passthroughSchema } from "../upstream/passthrough_schema.ts";
import { UpstreamError } from "../upstream/upstream_error.ts";
import { VERSION } from "../version.ts";
import { type Params, RequestForwarder } from "./request_forwarder.ts";
import type { NotificationHub } from "./notification_hub.ts";
import type { SuspendedCalls } from "./suspended_calls.ts";

/** Methods that are forwarded unchanged, by capability. */
const PASSED: Record<string, readonly string[]> = {
  resources: ["resources/list", "resources/templates/list", "resources/read"],
  prompts: ["prompts/list", "prompts/get"],
  completions: ["completion/complete"],
};

const anyParams = passthroughSchema<Params>();

/** Capabilities offered when the upstream was never connected. */
const UNKNOWN: About = { capabilities: { tools: {} }, era: "legacy" };

/** Creates a server for each session, or for each request of 2026-07-28. */
export function proxyFactory(
  upstream: Upstream,
  hub: NotificationHub,
  suspended: SuspendedCalls,
  log: Log,
): McpServerFactory {
  return async ({ era }) => {
    await upstream.connected();
    const about = upstream.about ?? UNKNOWN;
    const info = about.info ?? { name: upstream.name, version: VERSION };
    const server = new Server(info, {
      capabilities: offered(about.capabilities),
      instructions: about.instructions,
      jsonSchemaValidator: noValidator,
    });
    server.onerror = (error) => log.debug(error.message.slice(0, 300));
    const ask = new RequestForwarder(server, upstream, suspended);
    if (about.capabilities.tools) {
      handle(server, "tools/list", async () => ({
        tools: await upstream.tools(),
      }));
      const call: Answer = (params, context) =>
        ask.ask(
          params,
          context,
          (params, options) =>
            upstream.callTool(params as UpstreamCall, options),
        );
      if (era === "legacy" && about.era === "legacy") {
        callDirectly(server, call);
      } else handle(server, "tools/call", call);
    }
    for (const [capability, methods] of Object.entries(PASSED)) {
      if (!(capability in about.capabilities)) continue;
      for (const method of methods) {
        handle(
          server,
          method,
          (params, context) =>
            ask.ask(
              params,
              context,
              (params, options) =>
                upstream.request({ method, params }, options),
            ),
        );
      }
    }
    if (era === "legacy") listen(server, about.capabilities, hub);
    return server;
  };
}

/** The upstream's capabilities that are passed on. */
function offered(capabilities: ServerCapabilities): ServerCapabilities {
  const { tools, resources, prompts, completions, logging } = capabilities;
  const kept = { tools, resources, prompts, completions, logging };
  return Object.fromEntries(
    Object.entries(kept).filter(([, value]) => value !== undefined),
  );
}

function listen(
  server: Server,
  { logging, resources }: ServerCapabilities,
  hub: NotificationHub,
): void {
  hub.add(server);
  if (logging) {
    handle(server, "logging/setLevel", async ({ level }) => {
      await hub.setLevel(server, String(level));
      return {};
    });
  }
  if (resources?.subscribe) {
    handle(server, "resources/subscribe", async ({ uri }) => {
      await hub.subscribeSession(server, String(uri));
      return {};
    });
    handle(server, "resources/unsubscribe", async ({ uri }) => {
      await hub.unsubscribeSession(server, String(uri));
      return {};
    });
  }
}

type Answer = (params: Params, context: ServerContext) => Promise<Result>;

function handle(server: Server, method: string, answer: Answer): void {
  server.setRequestHandler(
    method,
    { params: anyParams },
    asProtocolError(answer),
  );
}

/**
 * Handles tools/call without the SDK's schemas, which would validate each call and
 * each result twice: where both sides are of the sessions' era there is nothing to
 * translate.
 */
function callDirectly(server: Server, call: Answer): void {
  const answer = asProtocolError(call);
  server.fallbackRequestHandler = async ({ method, params }, context) => {
    if (method === "tools/call") return await answer(params ?? {}, context);
    throw new ProtocolError(
      ProtocolErrorCode.MethodNotFound,
      "Method not found",
    );
  };
}

/** Converts errors of the upstream to protocol errors. */
function asProtocolError(answer: Answer): Answer {
  return async (params, context) => {
    try {
      return await answer(params, context);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      throw new ProtocolError(error.code, error.message, error.data);
    }
  };
}
