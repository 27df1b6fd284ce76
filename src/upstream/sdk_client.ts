/**
 * The SDK's client and transports, set up so that what goes through is neither
 * validated nor answered by them.
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

/** Which era a client begins with; `auto` finds it out. */
export type Mode = "auto" | "legacy" | "modern";

/** The first revision of the era without sessions. */
const MODERN = "2026-07-28";

/** The way to a server; nothing is started yet. */
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

/** @param answers whether questions of the server can be answered; it is told so */
export function sdkClient(mode: Mode, answers: boolean): Client {
  return new Client({ name: "docs", version: VERSION }, {
    capabilities: answers ? { sampling: {}, elicitation: { form: {} } } : {},
    versionNegotiation: { mode: mode === "modern" ? { pin: MODERN } : mode },
    inputRequired: { autoFulfill: false },
    jsonSchemaValidator: noValidator,
    // Only makes it listen, where changes are told to those who listen.
    listChanged: {
      tools: { autoRefresh: false, onChanged() {} },
      prompts: { autoRefresh: false, onChanged() {} },
      resources: { autoRefresh: false, onChanged() {} },
    },
  });
}
