/**
 * Configuration of upstreams.
 *
 * @module
 */

/** A program that is connected over stdin and stdout. */
export interface Program {
  command: string;
  args: string[];
  /** Absolute; undefined is the current folder. */
  cwd?: string;
  /** Variables set for the program; they override passed ones. */
  env: Record<string, string>;
  /** Our variables that are passed on: all, or these in addition to the defaults. */
  passEnvironment: true | string[];
}

/** A server connected over Streamable HTTP. */
export interface Address {
  url: string;
  headers: Record<string, string>;
}

/** A result with `isError: false` that nevertheless reports a failure. */
export interface ErrorRule {
  /** Keys, outermost first. */
  path: string[];
  /** One of these values. */
  equals: unknown[];
}

/** One server and how its calls are adapted. */
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
   * Maximum concurrent calls, each in its own session; 1 runs calls one by one.
   * Undefined: any number in a single session.
   */
  maxConcurrency?: number;
  /** Time limit of a call including queueing, in ms. */
  timeoutMs: number;
  /** Only these tools; undefined is all. */
  allow?: string[];
  /** Not these tools. */
  deny: string[];
  /** Prefix of its tool names; undefined: only when two servers share a name. */
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

/** Describes what an entry lacks, by name only, never a value. */
export function describeMissing(missing: readonly Missing[]): string {
  return missing.map((it) =>
    it.part === "enabled"
      ? '"enabled" is false'
      : it.part === "command"
      ? 'no "command" or "url"'
      : `not set: ${it.names.join(", ")}`
  ).join("; ");
}
