/**
 * The command that puts another MCP server on the network, as data; see
 * `table.ts`.
 *
 * @module
 */

import type { Command } from "./command.ts";
import { accessFlags, settingFlags, upstreamFlags } from "./shared_flags.ts";

export const proxyCommand = {
  name: "proxy",
  summary: "Put an MCP server that speaks over stdio on the network",
  about: [
    "Starts COMMAND once, keeps it running, and serves it to many clients at http://127.0.0.1:3001/mcp, in both eras of the protocol. The state is at /healthz and /readyz, figures for Prometheus are at /metrics.",
    'Without COMMAND every active server under "upstreams" in docs.config.json (--config, or the user\'s own) is served at /servers/NAME/mcp.',
    "COMMAND gets few environment variables, unless --pass-environment or --env say otherwise. A --host other than the machine's own needs a token: DOCS_TOKEN or --token-file.",
  ],
  arguments: [{ name: "COMMAND", required: false, many: true }],
  flags: [
    {
      name: "host",
      kind: "text",
      value: "HOST",
      help: "Listen here (default: 127.0.0.1)",
    },
    {
      name: "port",
      kind: "integer",
      value: "PORT",
      min: 0,
      max: 65_535,
      help: "Listen at this port; 0 is any that is free (default: 3001)",
    },
    {
      name: "path",
      kind: "text",
      value: "PATH",
      help: "Serve the protocol at this path (default: /mcp)",
    },
    {
      name: "transport",
      kind: "text",
      value: "NAME",
      help: "Only streamablehttp, which is the default",
    },
    ...upstreamFlags,
    ...accessFlags,
    ...settingFlags,
  ],
  examples: [
    {
      run: "docs proxy -- python server.py",
      does: "serve it at http://127.0.0.1:3001/mcp",
    },
    {
      run:
        "docs proxy --force save_file=false --drop output_dir --max-concurrency 1 -- python server.py",
      does: "never let it ask back or write files, and call it one at a time",
    },
    {
      run:
        "docs proxy --host 0.0.0.0 --port 3001 --pass-environment -- python server.py",
      does: "in a container, with DOCS_NO_AUTH=1 or DOCS_TOKEN set",
    },
    {
      run: "docs proxy --config docs.config.json",
      does: "serve all that are configured",
    },
  ],
} as const satisfies Command;
