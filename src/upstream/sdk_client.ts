/**
 * The SDK's client and transports, configured not to validate or answer proxied
 * messages.
 *
 * @module
 */

import {
  Client,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import type { Log } from "../log.ts";
import { VERSION } from "../version.ts";
import { noValidator } from "../no_validator.ts";
import { childEnvironment } from "./child_environment.ts";
import { ChildTransport } from "./child_transport.ts";
import type { UpstreamConfig } from "./config.ts";

/** Protocol era of a client; `auto` detects it. */
export type Mode = "auto" | "legacy" | "modern";

/** First revision without sessions. */
const MODERN = "2026-07-28";

/** Creates the transport to a server; starts nothing. */
export function transportTo(
  { connection, name }: UpstreamConfig,
  log: Log,
): Transport {
  if ("url" in connection) {
    return new StreamableHTTPClientTransport(new URL(connection.url), {
      requestInit: { headers: connection.headers },
    });
  }
  const env = childEnvironment(
    Deno.env.toObject(),
    connection.passEnvironment,
    connection.env,
  );
  return new ChildTransport({ name, ...connection, env }, log);
}

/** @param answers whether requests of the server can be answered; declared as capabilities */
export function sdkClient(mode: Mode, answers: boolean): Client {
  return new Client({ name: "docs", version: VERSION }, {
    capabilities: answers ? { sampling: {}, elicitation: { form: {} } } : {},
    versionNegotiation: { mode: mode === "modern" ? { pin: MODERN } : mode },
    inputRequired: { autoFulfill: false },
    jsonSchemaValidator: noValidator,
    // Only opens the listening stream, where changes are sent on it.
    listChanged: {
      tools: { autoRefresh: false, onChanged() {} },
      prompts: { autoRefresh: false, onChanged() {} },
      resources: { autoRefresh: false, onChanged() {} },
    },
  });
}
