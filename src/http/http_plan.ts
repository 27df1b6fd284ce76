import { resolvePath } from "../files/paths.ts";
import { readTextFile } from "../files/read_text_file.ts";
import type { Settings } from "../config/settings.ts";
import { isLoopback } from "../is_loopback.ts";
import type { AccessRules } from "./access.ts";
import { UserError } from "../user_error.ts";
import { hostNames, pageOrigins } from "./access_names.ts";

/** Where to listen and whom to let in. */
export interface HttpPlan extends AccessRules {
  hostname: string;
  port: number;
  /** A note for the user about how this was decided. */
  notice?: string;
}

/**
 * Puts together how `docs serve --http` listens. The address that is named is
 * a Host that is accepted, too, unless it stands for all.
 *
 * @param address `HOST:PORT`, `HOST`, `PORT` or `:PORT`; default 127.0.0.1:3000
 * @param tokenFile holds the token on its first line
 * @param allowed what everybody may do without one
 * @throws {UserError} beyond this machine without a token, unless that is
 *   meant; a token, a host or an origin that no request could have
 */
export function httpPlan(
  address: string | undefined,
  settings: Settings,
  tokenFile: string | undefined,
  cwd: string,
  allowed = "read the documents",
): HttpPlan {
  const { hostname, port } = parseAddress(address ?? "");
  const { noAuth } = settings;
  const flagged = noAuth.value && noAuth.level === "flag";
  if (flagged && tokenFile !== undefined) {
    throw new UserError(
      "--no-auth lets everybody in, and --token-file only who has the token",
      "Give one of them.",
    );
  }
  const token = flagged
    ? undefined
    : tokenFile === undefined
    ? tokenSetting(settings)
    : readToken(resolvePath(cwd, tokenFile));
  if (token === undefined && !noAuth.value && !isLoopback(hostname)) {
    throw new UserError(
      `${hostname} can be reached from other machines, and there is no token`,
      `Set DOCS_TOKEN or --token-file, or say --no-auth (DOCS_NO_AUTH=1) if everybody may ${allowed}. Names that requests come by beside localhost are set in DOCS_ALLOWED_HOSTS or --allow-host.`,
    );
  }
  return {
    hostname,
    port,
    token,
    hosts: [...ownNames(hostname), ...hostNames(settings.allowedHosts)],
    origins: pageOrigins(settings.allowedOrigins),
    ...flagged && settings.token.value !== undefined && {
      notice:
        `--no-auth wins: the token of ${settings.token.origin} is not asked for`,
    },
  };
}

/** The host of a plan as addresses have it. */
export function hostOf({ hostname }: HttpPlan): string {
  return hostname.includes(":") ? `[${hostname}]` : hostname;
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

/** What a request to the address itself names; nothing for 0.0.0.0 and ::. */
function ownNames(hostname: string): string[] {
  if (/^[0.:]+$/.test(hostname)) return [];
  const host = hostname.includes(":") ? `[${hostname}]` : hostname;
  return [URL.parse(`http://${host}`)?.hostname ?? host];
}

function tokenSetting({ token }: Settings): string | undefined {
  if (token.value === undefined || isToken(token.value)) return token.value;
  throw new UserError(`the token of ${token.origin} ${NO_TOKEN}`, TOKEN_FORM);
}

function readToken(path: string): string {
  const text = readTextFile(path);
  if (text === undefined) {
    throw new UserError(
      `there is no file ${path} (--token-file)`,
      "It must hold the token on its first line.",
    );
  }
  const token = text.split(/\r?\n/, 1)[0]!.trim();
  if (isToken(token)) return token;
  throw new UserError(
    token === ""
      ? `the first line of ${path} (--token-file) is empty`
      : `the token in the first line of ${path} (--token-file) ${NO_TOKEN}`,
    TOKEN_FORM,
  );
}

const NO_TOKEN = "has a character that a header cannot carry";
const TOKEN_FORM =
  "A token is made of ASCII letters, digits and signs, without white space.";

/** Wider than RFC 6750, section 2.1, which has only few signs. */
function isToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}
