/**
 * Reads the configuration of upstreams: by name under "upstreams" in
 * `docs.config.json`.
 *
 * @module
 */

import {
  integer,
  type Kind,
  nonBlankText,
  textList,
  yesNo,
} from "../config/kinds.ts";
import { resolvePath } from "../files/paths.ts";
import { isObject } from "../is_object.ts";
import { UserError } from "../user_error.ts";
import {
  type Address,
  DEFAULTS,
  type ErrorRule,
  type Missing,
  type Program,
  type UpstreamConfig,
  type UpstreamEntry,
} from "./config.ts";
import { expand } from "./expand.ts";

const KEYS = [
  ...["command", "args", "cwd", "url", "headers", "env", "passEnvironment"],
  ...[
    "force",
    "drop",
    "maxResultChars",
    "maxBinaryChars",
    "maxConcurrency",
    "timeoutMs",
  ],
  ...["tools", "prefix", "errorWhen", "enabled", "requires"],
];

/** Limits of numbers, the same as those of the flags (`upstreamFlags`). */
const BOUNDS = {
  maxResultChars: [0, 1_000_000_000],
  maxBinaryChars: [0, 1_000_000_000],
  maxConcurrency: [1, 64],
  timeoutMs: [1, 86_400_000],
} as const;

/** A name may become part of a URL and of a tool name. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/;

/**
 * Reads the value of "upstreams". Values of variables appear in no message.
 *
 * @param where `FILE:LINE:COLUMN` of the key
 * @param folder that relative paths are relative to
 * @throws {UserError} naming the key that is wrong
 */
export function readUpstreams(
  value: unknown,
  where: string,
  folder: string,
  variable: (name: string) => string | undefined,
): UpstreamEntry[] {
  if (!isObject(value)) {
    throw new UserError(
      `${where}: "upstreams" must be an object of servers by name`,
      'Such as {"upstreams": {"geo": {"command": "python", "args": ["server.py"]}}}.',
    );
  }
  return Object.entries(value).map(([name, said]) => {
    const at = `${where}: upstreams.${name}`;
    if (!NAME.test(name)) {
      throw new UserError(
        `${at} is no name for a server`,
        "A name has up to 32 letters, digits, - and _.",
      );
    }
    if (!isObject(said)) {
      throw new UserError(
        `${at} must be an object`,
        'Such as {"command": "python", "args": ["server.py"]}.',
      );
    }
    return readUpstream(name, said, at, folder, variable);
  });
}

function readUpstream(
  name: string,
  said: Record<string, unknown>,
  at: string,
  folder: string,
  variable: (name: string) => string | undefined,
): UpstreamEntry {
  for (const key of Object.keys(said)) {
    if (KEYS.includes(key)) continue;
    throw new UserError(
      `${at}.${key} is not known`,
      `An upstream may have ${KEYS.join(", ")}.`,
    );
  }
  // Names of variables are not expanded; messages would reveal the values.
  const { requires: named, ...texts } = said;
  const requires = new Reader({ requires: named }, at).get("requires", names) ??
    [];
  const expanded = expand(texts, variable);
  const read = new Reader(expanded.value as Record<string, unknown>, at);
  const missing: Missing[] = [];
  // A missing variable in "enabled" is reported as such.
  const enabled = said.enabled === undefined ||
    expand(said.enabled, variable).missing.length > 0 ||
    read.get("enabled", yesNo);
  if (!enabled) missing.push({ part: "enabled" });
  if (said.command === undefined && said.url === undefined) {
    missing.push({ part: "command" });
  }
  const unset = requires.filter((name) => !variable(name));
  const lacking = [...new Set([...unset, ...expanded.missing])];
  if (lacking.length > 0) missing.push({ part: "variables", names: lacking });
  // Further errors can only be reported for a complete entry.
  if (missing.length > 0) return { name, missing };
  if (said.command !== undefined && said.url !== undefined) {
    throw new UserError(`${at} has both "command" and "url"`, "Remove one.");
  }
  const tools = read.object("tools") ?? {};
  const config: UpstreamConfig = {
    name,
    connection: said.url === undefined
      ? readProgram(read, folder)
      : readAddress(read),
    force: read.object("force") ?? DEFAULTS.force,
    drop: read.get("drop", textList) ?? DEFAULTS.drop,
    maxResultChars: read.get(
      "maxResultChars",
      integer(...BOUNDS.maxResultChars),
    ) ?? DEFAULTS.maxResultChars,
    maxBinaryChars: read.get(
      "maxBinaryChars",
      integer(...BOUNDS.maxBinaryChars),
    ) ?? DEFAULTS.maxBinaryChars,
    maxConcurrency: read.get(
      "maxConcurrency",
      integer(...BOUNDS.maxConcurrency),
    ),
    timeoutMs: read.get("timeoutMs", integer(...BOUNDS.timeoutMs)) ??
      DEFAULTS.timeoutMs,
    ...readLists(tools, at),
    prefix: read.get("prefix", nonBlankText),
    errorWhen: readRules(read.raw("errorWhen"), at),
  };
  return { name, config };
}

function readProgram(read: Reader, folder: string): Program {
  const cwd = read.get("cwd", nonBlankText);
  const command = read.get("command", nonBlankText)!;
  const pass = read.raw("passEnvironment");
  return {
    // As in a shell: a path if it contains a /, else looked up in PATH.
    command: /[\\/]/.test(command) ? resolvePath(folder, command) : command,
    args: read.get("args", texts) ?? [],
    cwd: cwd === undefined ? undefined : resolvePath(folder, cwd),
    env: read.textsByName("env", isVariable),
    passEnvironment: pass === true || pass === "true"
      ? true
      : pass === false || pass === "false"
      ? []
      : read.get("passEnvironment", textList) ?? [],
  };
}

function readAddress(read: Reader): Address {
  return {
    url: read.get("url", url)!,
    headers: read.textsByName("headers", isHeader),
  };
}

function readLists(tools: Record<string, unknown>, at: string) {
  const read = new Reader(tools, `${at}.tools`);
  for (const key of Object.keys(tools)) {
    if (key !== "allow" && key !== "deny") {
      throw new UserError(
        `${at}.tools.${key} is not known`,
        'It may have "allow" and "deny", each a list of names of tools.',
      );
    }
  }
  return {
    allow: read.get("allow", textList),
    deny: read.get("deny", textList) ?? [],
  };
}

function readRules(value: unknown, at: string): ErrorRule[] {
  if (value === undefined) return DEFAULTS.errorWhen;
  return (Array.isArray(value) ? value : [value]).map((rule) => {
    const path = textList.fromJson(
      typeof rule?.path === "string" ? rule.path.split(".") : rule?.path,
    );
    if (!isObject(rule) || path === undefined || !("equals" in rule)) {
      throw new UserError(
        `${at}.errorWhen must have a "path" and what it "equals"`,
        'Such as {"path": "status", "equals": ["error", "need_confirmation"]}.',
      );
    }
    const { equals } = rule;
    return { path, equals: Array.isArray(equals) ? equals : [equals] };
  });
}

/** Reads checked values from an object. */
class Reader {
  constructor(
    readonly values: Record<string, unknown>,
    readonly at: string,
  ) {}

  raw(key: string): unknown {
    return this.values[key];
  }

  get<T>(key: string, kind: Kind<T>): T | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    // The value of a variable is always a string.
    const read = typeof value === "string"
      ? kind.fromText(value)
      : kind.fromJson(value);
    if (read === undefined) throw this.#wrong(key, kind.expects);
    return read;
  }

  object(key: string): Record<string, unknown> | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    if (!isObject(value)) throw this.#wrong(key, "an object");
    return value;
  }

  textsByName(
    key: string,
    fits: (name: string, text: string) => boolean,
  ): Record<string, string> {
    const object = this.object(key) ?? {};
    for (const [name, value] of Object.entries(object)) {
      if (typeof value !== "string") {
        throw this.#wrong(key, "an object of texts by name");
      }
      if (fits(name, value)) continue;
      throw new UserError(
        `${this.at}.${key}: ${
          JSON.stringify(name)
        } has a character that cannot be sent, in its name or its value`,
      );
    }
    return object as Record<string, string>;
  }

  #wrong(key: string, expects: string): UserError {
    return new UserError(`${this.at}.${key} must be ${expects}`);
  }
}

/** Fetch, section 2.2.2; the platform's own error would reveal the value. */
function isHeader(name: string, text: string): boolean {
  try {
    new Headers([[name, text]]);
    return true;
  } catch {
    return false;
  }
}

function isVariable(name: string, text: string): boolean {
  return /^[^=\0]+$/.test(name) && !text.includes("\0");
}

/** Names of variables, as they are and not as `${NAME}`. */
const names: Kind<string[]> = {
  expects: "a list of names of variables, without $",
  fromText: (text) => names.fromJson(text),
  fromJson: (value) =>
    textList.fromJson(value)?.every((it) => /^[^=$\0]+$/.test(it))
      ? textList.fromJson(value)
      : undefined,
};

/** Arguments of a program may be empty or contain line breaks. */
const texts: Kind<string[]> = {
  expects: "a list of texts",
  fromText: () => undefined,
  fromJson: (value) =>
    Array.isArray(value) &&
      value.every((it) => typeof it === "string" && !it.includes("\0"))
      ? value
      : undefined,
};

const url: Kind<string> = {
  expects: "an address that begins with http:// or https://",
  fromText: (text) =>
    /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined,
  fromJson: () => undefined,
};
