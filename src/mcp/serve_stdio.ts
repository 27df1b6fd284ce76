import { serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import type { Log } from "../log.ts";
import { type Pipes, StdioTransport } from "./stdio_transport.ts";

/**
 * Serves one client over stdio, in whichever era it opens with.
 *
 * @param onStop receives the function that stops it after requests in progress
 * @returns settled when the client has closed stdin and has its answers
 */
export async function serveStdio(
  factory: McpServerFactory,
  pipes: Pipes,
  log: Log,
  onStop: (stop: () => void) => void,
): Promise<void> {
  const transport = new StdioTransport(pipes, log);
  onStop(() => void transport.stop());
  const handle = serve(factory, {
    transport,
    onerror: (error) => log.debug(error.message),
  });
  await transport.ended;
  await handle.close();
}
