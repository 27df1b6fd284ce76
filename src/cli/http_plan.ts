import { resolvePath } from "../config/paths.ts";
import { readTextFile } from "../config/read_text_file.ts";
import type { Settings } from "../config/settings.ts";
import type { AccessRules } from "../mcp/http/access.ts";
import { UserError } from "../user_error.ts";
import type { Io } from "./io.ts";

/** Where to listen and whom to let in. */
export interface HttpPlan extends AccessRules {
  hostname: string;
  port: number;
}

/**
 * Puts together how `docs serve --http` listens.
 *
 * @param address `HOST:PORT`, `HOST`, `PORT` or `:PORT`; default 127.0.0.1:3000
 * @param tokenFile holds the token on its first line
 * @throws {UserError} beyond this machine without a token, unless that is meant
 */
export function httpPlan(
  address: string | undefined,
  settings: Settings,
  tokenFile: string | undefined,
  io: Pick<Io, "cwd">,
): HttpPlan {
  const { hostname, port } = parseAddress(address ?? "");
  const token = tokenFile === undefined
    ? settings.token.value
    : readToken(resolvePath(io.cwd(), tokenFile));
  if (token === undefined && !settings.noAuth.value && !isLoopback(hostname)) {
    throw new UserError(
      `${hostname} can be reached from other machines, and there is no token`,
      "Set DOCS_TOKEN or --token-file, or say --no-auth (DOCS_NO_AUTH=1) if everybody may read the documents.",
    );
  }
  return {
    hostname,
    port,
    token,
    hosts: settings.allowedHosts.value,
    origins: settings.allowedOrigins.value,
  };
}

/** @throws {UserError} for what is no address */
export function parseAddress(text: string): { hostname: string; port: number } {
  const [, host, port] =
    /^(?:(\[[0-9a-f:.]+\]|[^:[\]/\s]*[^:[\]/\s\d][^:[\]/\s]*|\d+(?:\.\d+){3})(?=:|$))?:?(\d*)$/i
      .exec(text) ?? [];
  const number = port ? Number(port) : 3000;
  if (port === undefined || number > 65_535) {
    throw new UserError(
      `${JSON.stringify(text)} is no address to listen at`,
      "Give HOST:PORT, such as 127.0.0.1:3000, or a port alone.",
    );
  }
  return {
    hostname: (host ?? "127.0.0.1").replace(/^\[|\]$/g, ""),
    port: number,
  };
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "::1" ||
    /^127(?:\.\d+){3}$/.test(hostname);
}

function readToken(path: string): string {
  const text = readTextFile(path);
  const token = text?.split(/\r?\n/, 1)[0].trim();
  if (token && /^\S+$/.test(token)) return token;
  throw new UserError(
    text === undefined
      ? `there is no file ${path} (--token-file)`
      : `the first line of ${path} (--token-file) is no token`,
    "It must hold the token on its first line, without spaces.",
  );
}
