/**
 * What is said about the MCP servers that we use.
 *
 * @module
 */

/** A program that is started and spoken to over stdin and stdout. */
export interface Program {
  command: string;
  args: string[];
  /** Absolute; undefined is the current folder. */
  cwd?: string;
  /** Set for the program, over what it is passed. */
  env: Record<string, string>;
  /** Variables of ours that it gets: all, or these beside the usual ones. */
  passEnvironment: true | string[];
}

/** A server that is reached over Streamable HTTP. */
export interface Address {
  url: string;
  headers: Record<string, string>;
}

/** A result of `isError: false` that means failure all the same. */
export interface ErrorRule {
  /** Keys from the outside in. */
  path: string[];
  /** Any of these values. */
  equals: unknown[];
}

/** One server and how it is made fit. */
export interface UpstreamConfig {
  name: string;
  connection: Program | Address;
  /** Arguments that are always overwritten with these values. */
  force: Record<string, unknown>;
  /** Arguments that are always removed. */
  drop: string[];
  /** Characters of text that a tool may give back; 0 is no limit. */
  maxResultChars: number;
  /** Characters of base64 (images, audio, files) that a result may hold; 0 is no limit. */
  maxBinaryChars: number;
  /**
   * Calls under way at once, each in a session of its own: 1 is one after the
   * other. Undefined is any number in one session.
   */
  maxConcurrency?: number;
  /** How long a call may take, waiting for its turn included, in ms. */
  timeoutMs: number;
  /** Only these tools; undefined is all. */
  allow?: string[];
  /** Not these tools. */
  deny: string[];
  /** Before the names of its tools; undefined only where two servers share a name. */
  prefix?: string;
  errorWhen: ErrorRule[];
}

/** What an upstream lacks to be active. */
export type Missing =
  | { part: "enabled" }
  | { part: "command" }
  | { part: "variables"; names: string[] };

/** An upstream that is configured; active when nothing is missing. */
export type UpstreamEntry =
  | { name: string; config: UpstreamConfig; missing?: undefined }
  | { name: string; config?: undefined; missing: Missing[] };

/**
 * Defaults: 15,000 is the second article's cap, 60 s the SDK's own limit; a million
 * characters hold a picture of 750 kB.
 */
export const DEFAULTS = {
  force: {},
  drop: [],
  maxResultChars: 15_000,
  maxBinaryChars: 1_000_000,
  timeoutMs: 60_000,
  deny: [],
  errorWhen: [],
};

/** What an entry lacks, for people: the names, never a value. */
export function describeMissing(missing: readonly Missing[]): string {
  return missing.map((it) =>
    it.part === "enabled"
      ? '"enabled" is false'
      : it.part === "command"
      ? 'no "command" or "url"'
      : `not set: ${it.names.join(", ")}`
  ).join("; ");
}
