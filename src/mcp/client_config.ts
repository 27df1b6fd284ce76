/**
 * The configuration files of MCP clients: where they are, and how a server is
 * entered without touching anything else in them, comments included.
 *
 * @module
 */

import {
  applyEdits,
  getNodeValue,
  modify,
  type Node,
  type ParseError,
  parseTree,
} from "jsonc-parser";
import { isObject } from "../is_object.ts";
import { UserError } from "../user_error.ts";

/** Clients that are known. */
export type ClientName = "claude-code" | "claude-desktop" | "cursor" | "vscode";

/** How a client starts the server. */
export interface ServerEntry {
  command: string;
  args: string[];
}

/** Where a client looks for its configuration. */
export interface Places {
  /** Current folder, absolute. */
  cwd: string;
  os: typeof Deno.build.os;
  /** @returns the value of an environment variable */
  env(name: string): string | undefined;
}

/**
 * The file of a client: a project's, except for Claude Desktop.
 *
 * @throws {UserError} the user's folder is not known
 */
export function configFileOf(client: ClientName, places: Places): string {
  const { cwd, os, env } = places;
  switch (client) {
    case "claude-code":
      return `${cwd}/.mcp.json`;
    case "cursor":
      return `${cwd}/.cursor/mcp.json`;
    case "vscode":
      return `${cwd}/.vscode/mcp.json`;
  }
  const folder = os === "windows"
    ? env("APPDATA")
    : os === "darwin"
    ? inHome("Library/Application Support", env)
    : env("XDG_CONFIG_HOME") || inHome(".config", env);
  if (!folder) {
    throw new UserError(
      "the folder of Claude Desktop's settings is not known",
      `Set ${os === "windows" ? "APPDATA" : "HOME"}, or use --print.`,
    );
  }
  return `${folder}/Claude/claude_desktop_config.json`;
}

/**
 * The text of a configuration with a server entered. A server of ours that is
 * there gets its command and arguments anew and keeps the rest (`env`, say).
 *
 * @param text what the file holds; "" for a new one
 * @param path its name, for messages
 * @throws {UserError} the text is not JSON, or another server has the name
 */
export function withServer(
  text: string,
  client: ClientName,
  name: string,
  entry: ServerEntry,
  path: string,
): string {
  const key = client === "vscode" ? "servers" : "mcpServers";
  const servers = readServers(text, key, name, path);
  const old = servers[name];
  if (old !== undefined && !isOurs(old)) {
    throw new UserError(
      `${path} has another server called ${JSON.stringify(name)}`,
      "Choose another name: --name NAME.",
    );
  }
  const values: Record<string, unknown> = {
    ...client === "claude-desktop" ? {} : { type: "stdio" },
    ...entry,
  };
  if (old === undefined) return edited(text, [key, name], values);
  return Object.entries(values).reduce(
    (text, [field, value]) =>
      JSON.stringify(old[field]) === JSON.stringify(value)
        ? text
        : edited(text, [key, name, field], value),
    text,
  );
}

type Entry = Record<string, unknown>;

function readServers(
  text: string,
  key: string,
  name: string,
  path: string,
): Record<string, Entry> {
  if (text.trim() === "") return {};
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const value: unknown = root && getNodeValue(root);
  if (errors.length > 0) {
    const line = text.slice(0, errors[0]!.offset).split("\n").length;
    throw new UserError(
      `${path} is not JSON: line ${line}`,
      "Mend it, or use --print and enter the server by hand.",
    );
  }
  const servers = !isObject(value) ? undefined : key in value ? value[key] : {};
  if (!isObject(servers)) {
    throw new UserError(
      `${path} does not hold what it should: ${
        servers === undefined ? "an object" : `an object called ${key}`
      }`,
      "Mend it, or use --print and enter the server by hand.",
    );
  }
  refuseTwins(text, members(root, key), key, path);
  refuseTwins(text, members(members(root, key)[0], name), name, path);
  return servers as Record<string, Entry>;
}

/** The values that an object has under a key: JSON lets it stand there twice. */
function members(object: Node | undefined, key: string): Node[] {
  return (object?.children ?? [])
    .filter(({ children }) => children?.[0]?.value === key)
    .map(({ children }) => children![1]!);
}

/** Clients go by the last of two, editing would go by the first. */
function refuseTwins(
  text: string,
  values: Node[],
  key: string,
  path: string,
): void {
  if (values.length < 2) return;
  const line = text.slice(0, values[1]!.offset).split("\n").length;
  throw new UserError(
    `${path} has ${JSON.stringify(key)} twice: line ${line}`,
    "Put the two together, or use --print and enter the server by hand.",
  );
}

function isOurs(entry: unknown): entry is Entry {
  return isObject(entry) && Array.isArray(entry.args) &&
    entry.args[0] === "serve" && entry.args[1] === "--stdio";
}

function edited(text: string, path: string[], value: unknown): string {
  const source = text.trim() === "" ? "{}\n" : text;
  const indent = /^([ \t]+)\S/m.exec(source)?.[1] ?? "  ";
  return applyEdits(
    source,
    modify(source, path, value, {
      // In front of the others, whose looks and comments stay as they are.
      getInsertionIndex: () => 0,
      formattingOptions: {
        insertSpaces: !indent.startsWith("\t"),
        tabSize: indent.startsWith("\t") ? 1 : indent.length,
        eol: source.includes("\r\n") ? "\r\n" : "\n",
      },
    }),
  );
}

function inHome(
  folder: string,
  env: Places["env"],
): string | undefined {
  const home = env("HOME");
  return home ? `${home}/${folder}` : undefined;
}
