/**
 * Reads what `--allow-host` and `--allow-origin` say into the form in which
 * requests name it. What could never match a request is refused.
 *
 * @module
 */

import type { Setting } from "../config/settings.ts";
import { UserError } from "../user_error.ts";

/**
 * Host names as a URL has them: in lower case, without a port, IPv6 in brackets.
 *
 * @throws {UserError} naming where the wrong one stands
 */
export function hostNames({ value, origin }: Setting<string[]>): string[] {
  return items(value).map((text) => {
    const name = hostName(text);
    if (name !== undefined) return name;
    const meant = URL.parse(text)?.hostname;
    throw new UserError(
      `${JSON.stringify(text)} (${origin}) is no host name`,
      `Give the name or the address alone, such as ${
        meant || "docs.example.com"
      }; there are no wildcards.`,
    );
  });
}

/**
 * Origins as browsers send them (RFC 6454, section 6.2): scheme and host, a port
 * where it is not the scheme's own.
 *
 * @throws {UserError} naming where the wrong one stands
 */
export function pageOrigins({ value, origin }: Setting<string[]>): string[] {
  return items(value).map((text) => {
    const found = pageOrigin(text);
    if (found !== undefined) return found;
    const { protocol, host } = URL.parse(text) ?? {};
    throw new UserError(
      `${JSON.stringify(text)} (${origin}) is no origin of a web page`,
      `Give scheme, host and, if need be, port, such as ${
        host ? `${protocol}//${host}` : "https://docs.example.com"
      }; there are no wildcards.`,
    );
  });
}

/** A flag may hold several, too, as the variables do. */
function items(value: readonly string[]): string[] {
  return value.flatMap((text) => text.split(",")).map((text) => text.trim())
    .filter((text) => text !== "");
}

function hostName(text: string): string | undefined {
  const bare = /^[\da-f]*:[\da-f.]*:[\da-f:.]*$/i.test(text)
    ? `[${text}]`
    : text;
  if (!/^(?:\[[\da-f:.]+\]|[^\s:/?#@%*,[\]\\]+)(?::\d*)?$/i.test(bare)) {
    return undefined;
  }
  return URL.parse(`http://${bare}`)?.hostname.replace(/\.$/, "") || undefined;
}

function pageOrigin(text: string): string | undefined {
  const [, scheme, host] = /^([a-z][a-z\d+.-]*):\/\/([^\s/?#@%*\\]+)\/?$/i
    .exec(text) ?? [];
  if (scheme === undefined || host === undefined) return undefined;
  const { origin } = URL.parse(text) ?? {};
  // Of the web, and of what browsers have added to it: `chrome-extension:`.
  if (/^https?$/i.test(scheme)) return origin;
  return /^(?:file|data|blob|javascript|wss?|ftp)$/i.test(scheme)
    ? undefined
    : `${scheme}://${host}`.toLowerCase();
}
