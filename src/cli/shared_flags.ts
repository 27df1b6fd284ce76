/**
 * Flags that several commands have.
 *
 * @module
 */

import type { Flag } from "./command.ts";

/** Print one JSON document. */
export const json = {
  name: "json",
  kind: "switch",
  help: "Print one JSON document on stdout",
} as const satisfies Flag;

/** Flag of every command that may embed by a server or fetch a model. */
export const offline = {
  name: "offline",
  kind: "switch",
  help: "Send nothing to other machines and fetch nothing from them",
} as const satisfies Flag;

/** Flags of every command that reads settings. */
export const settingFlags = [
  {
    name: "config",
    kind: "text",
    value: "FILE",
    offers: "file",
    help: "Read settings from this docs.config.json instead of the user's own",
  },
  {
    name: "env-file",
    kind: "text",
    value: "FILE",
    offers: "file",
    help: "Read environment variables from a .env file; those that are set win",
  },
] as const satisfies readonly Flag[];

/** Flags of every command that reads an index. */
export const indexFlags = [
  {
    name: "index",
    kind: "text",
    value: "FILE",
    offers: "file",
    help:
      "Read this index; carried is the program's own (default: DOCS_INDEX, else the nearest .docs/index, else the program's own)",
  },
  ...settingFlags,
] as const satisfies readonly Flag[];

/** Flags of every command that listens for clients over HTTP. */
export const accessFlags = [
  {
    name: "token-file",
    kind: "text",
    value: "FILE",
    offers: "file",
    help: "Let in only who sends the bearer token in this file (or DOCS_TOKEN)",
  },
  {
    name: "no-auth",
    kind: "switch",
    help: "Ask for no token, not even beyond this machine",
  },
  {
    name: "allow-host",
    kind: "texts",
    value: "NAME",
    help: "Accept requests to this host name too; may be repeated",
  },
  {
    name: "allow-origin",
    kind: "texts",
    value: "URL",
    help: "Let web pages of this origin in, by CORS; may be repeated",
  },
  {
    name: "log-file",
    kind: "text",
    value: "FILE",
    offers: "file",
    help: "Append log messages to this file and not to stderr",
  },
] as const satisfies readonly Flag[];

/** Flags that adapt the one MCP server that a command starts. */
export const upstreamFlags = [
  {
    name: "pass-environment",
    kind: "switch",
    help:
      "Pass all environment variables on to the server, not only PATH, HOME, LANG and the like",
  },
  {
    name: "env",
    kind: "texts",
    value: "NAME=VALUE",
    help:
      "Set a variable for the server; NAME alone passes ours on; may be repeated",
  },
  {
    name: "force",
    kind: "texts",
    value: "NAME=JSON",
    help: "Always set this argument of its tools, and hide it; may be repeated",
  },
  {
    name: "drop",
    kind: "texts",
    value: "NAME",
    help: "Always remove this argument, and hide it; may be repeated",
  },
  {
    name: "max-result-chars",
    kind: "integer",
    value: "N",
    min: 0,
    max: 1_000_000_000,
    help: "Cut results after N characters; 0 cuts nothing (default: 15000)",
  },
  {
    name: "max-concurrency",
    kind: "integer",
    value: "N",
    min: 1,
    max: 64,
    help:
      "Call N at once, each in a process of its own; 1 is one after the other (default: all in one process)",
  },
  {
    name: "timeout",
    kind: "integer",
    value: "MS",
    min: 1,
    max: 86_400_000,
    help: "Give a call up after so many milliseconds (default: 60000)",
  },
] as const satisfies readonly Flag[];
