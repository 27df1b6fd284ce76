/**
 * The proxy in front of an upstream, and clients of both eras.
 *
 * @module
 */

import {
  Client,
  type ClientCapabilities,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { httpServer } from "../../src/http/http_server.ts";
import { probeRoutes } from "../../src/http/probe_routes.ts";
import { mcpRoute } from "../../src/mcp/http/mcp_route.ts";
import { rpcError } from "../../src/mcp/http/rpc_error.ts";
import { metricsRoute } from "../../src/proxy/metrics_route.ts";
import { proxyEndpoint } from "../../src/proxy/proxy_endpoint.ts";
import type { UpstreamConfig } from "../../src/upstream/config.ts";
import { Upstream } from "../../src/upstream/upstream.ts";
import { keptLog } from "../mcp/_library.ts";

/** The eras of the protocol. */
export const ERAS = ["2025-11-25", "2026-07-28"] as const;
export type Era = typeof ERAS[number];

/** What a test has in hand. */
export interface Proxied {
  base: string;
  upstream: Upstream;
  lines: string[];
  /** A client that is connected; closed after the test. */
  connect(era: Era, capabilities?: ClientCapabilities): Promise<Client>;
}

/** Runs a test on a proxy before an upstream. */
export async function withProxy(
  config: UpstreamConfig,
  test: (proxied: Proxied) => Promise<void>,
): Promise<void> {
  const { log, lines } = keptLog();
  const upstream = new Upstream(config, log, { answers: true });
  const routes = [
    ...probeRoutes(() => upstream.status.state === "ready" || "it is down"),
    metricsRoute([upstream]),
    mcpRoute("/mcp", proxyEndpoint(upstream, log)),
  ];
  const server = httpServer(routes, log, {
    hostname: "127.0.0.1",
    port: 0,
    hosts: [],
    origins: [],
    errors: rpcError,
    notFound: "the protocol is at /mcp",
  });
  const base = `http://127.0.0.1:${server.port}`;
  const clients: Client[] = [];
  try {
    await upstream.start();
    await test({
      base,
      upstream,
      lines,
      async connect(era, capabilities = {}) {
        const client = new Client({ name: "test", version: "1" }, {
          capabilities,
          versionNegotiation: {
            mode: era === "2025-11-25" ? "legacy" : { pin: era },
          },
        });
        clients.push(client);
        await client.connect(
          new StreamableHTTPClientTransport(new URL(`${base}/mcp`)),
        );
        return client;
      },
    });
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    await server.stop();
    await upstream.close();
  }
}
