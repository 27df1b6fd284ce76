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
