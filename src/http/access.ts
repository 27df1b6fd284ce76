/**
 * Who may ask: the Host that a request names, the Origin of the page that sends
 * it, and the bearer token (MCP 2025-11-25, Transports, Security Warning).
 *
 * @module
 */

import {
  localhostAllowedHostnames,
  validateHostHeader,
} from "@modelcontextprotocol/server";
import type { HttpRefusal } from "./http_refusal.ts";

/** Rules of access. */
export interface AccessRules {
  /** Accepted beside the names of this machine itself; as a URL has them. */
  hosts: readonly string[];
  /** Origins of web pages that are let in, such as `https://example.com`. */
  origins: readonly string[];
  /** Undefined lets everybody in. */
  token?: string;
  /** The command whose flags widen the rules; default `docs serve`. */
  command?: string;
}

/**
 * Who may ask: `probe` whoever names whatever Host, since what looks after a
 * process comes by any address that leads here; `page` who names a Host that is
 * accepted; `token` only who brings the token, too. Pages of foreign origins
 * never.
 */
export type AccessLevel = "probe" | "page" | "token";

const encoder = new TextEncoder();

/** Checks requests against rules. */
export class Access {
  readonly #hosts: string[];
  readonly #origins: ReadonlySet<string>;
  readonly #token?: Uint8Array;
  readonly #command: string;
  /** The last Host that was accepted; most requests name the same. */
  #known?: string;

  constructor({ hosts, origins, token, command }: AccessRules) {
    this.#command = command ?? "docs serve";
    this.#hosts = [...localhostAllowedHostnames(), ...hosts];
    this.#origins = new Set(origins);
    this.#token = token === undefined ? undefined : encoder.encode(token);
  }

  /** Refuses a request that names a foreign Host, or of a foreign page (403). */
  refuseForeign(request: Request, level: AccessLevel): HttpRefusal | undefined {
    return (level === "probe" ? undefined : this.#refuseHost(request)) ??
      this.#refusePage(request);
  }

  /** Refuses a request without the token (401), if one is asked for. */
  refuseStranger(
    request: Request,
    level: AccessLevel,
  ): HttpRefusal | undefined {
    if (level !== "token" || this.#token === undefined) return undefined;
    const header = request.headers.get("authorization") ?? "";
    const [, given] = /^Bearer +(\S+) *$/i.exec(header) ?? [];
    if (given !== undefined && sameBytes(encoder.encode(given), this.#token)) {
      return undefined;
    }
    return {
      status: 401,
      message: "a bearer token is needed",
      headers: { "www-authenticate": "Bearer" },
    };
  }

  /** Headers that let a page of a named origin read the reply; none for others. */
  corsHeaders(request: Request): Record<string, string> {
    const origin = request.headers.get("origin");
    if (origin === null || !this.#origins.has(origin)) return {};
    return {
      "access-control-allow-origin": origin,
      "access-control-allow-methods": "GET, POST, DELETE",
      "access-control-allow-headers":
        "authorization, content-type, accept, last-event-id, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name",
      "access-control-expose-headers": "mcp-session-id, www-authenticate",
      "access-control-max-age": "600",
      vary: "origin",
    };
  }

  #refuseHost(request: Request): HttpRefusal | undefined {
    const host = request.headers.get("host");
    if (host === this.#known) return undefined;
    if (host !== null && validateHostHeader(host, this.#hosts).ok) {
      this.#known = host;
      return undefined;
    }
    return {
      status: 403,
      message: `the Host ${
        JSON.stringify(host)
      } is not accepted; ${this.#command} --allow-host NAME adds one`,
    };
  }

  #refusePage(request: Request): HttpRefusal | undefined {
    const origin = request.headers.get("origin");
    if (origin === null || this.#isKnown(origin, request)) return undefined;
    return {
      status: 403,
      message: `the Origin ${
        JSON.stringify(origin)
      } is not accepted; ${this.#command} --allow-origin URL adds one`,
    };
  }

  /** A page that this server itself has sent, or of an origin that was named. */
  #isKnown(origin: string, request: Request): boolean {
    const host = request.headers.get("host");
    return this.#origins.has(origin) || origin === `http://${host}` ||
      origin === `https://${host}`;
  }
}

/** Compares in a time that does not tell where the first difference is. */
function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= a[i]! ^ b[i % b.length]!;
  return difference === 0;
}
