/**
 * The command that tries the tools of another MCP server, as data; see
 * `table.ts`.
 *
 * @module
 */

import type { Command } from "./command.ts";
import { json, settingFlags, upstreamFlags } from "./shared_flags.ts";

export const probeCommand = {
  name: "probe",
  summary: "Try the tools of another MCP server and sort what they answer",
  about: [
    "Lists the tools of an upstream with their arguments, calls them, and sorts the answers: data, too large, empty, needs confirmation, error, timeout. Exit code 0: something gave data, cut or whole, 1: nothing did, 2: wrong use or failure.",
    'UPSTREAM is a name under "upstreams" in docs.config.json (--config, or the user\'s own); COMMAND is a program that speaks MCP over stdin and stdout, and flags go before its --.',
    "Only tools that say that they only read are called, unless --tool or --all says otherwise; the others are listed with the command that calls them. Arguments are made up from the schemas where --args and --vary give none. Nobody is asked: what a tool wants to know is declined.",
  ],
  arguments: [
    { name: "UPSTREAM", required: false, many: false },
    { name: "-- COMMAND", required: false, many: true },
  ],
  flags: [
    {
      name: "url",
      kind: "text",
      value: "URL",
      help: "Probe the server at this address, over Streamable HTTP",
    },
    {
      name: "tool",
      kind: "texts",
      value: "NAME",
      help: "Call only this tool, whatever it does; may be repeated",
    },
    {
      name: "all",
      kind: "switch",
      help: "Call every tool, also those that may change something",
    },
    {
      name: "args",
      kind: "text",
      value: "FILE",
      offers: "file",
      help:
        'Take arguments from this JSON file: {"TOOL": {…}} or {"TOOL": [{…}, …]}',
    },
    {
      name: "vary",
      kind: "texts",
      value: "NAME=VALUES",
      help:
        "Call with each of these values, such as id=1..30 or lang=ja,en; several multiply, up to 1,000 calls of a tool",
    },
    ...upstreamFlags,
    json,
    ...settingFlags,
  ],
  examples: [
    { run: "docs probe geo", does: "try the server geo of docs.config.json" },
    {
      run:
        "docs probe --tool get_multi_api --args point.json --vary target_apis=1..30 --force save_file=false -- python server.py",
      does: "see which of thirty data sets have anything at a point",
    },
    {
      run: "docs probe --url http://127.0.0.1:3001/mcp --json",
      does: "try a server that runs, as JSON",
    },
  ],
} as const satisfies Command;
