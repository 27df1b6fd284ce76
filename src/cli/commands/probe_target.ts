import type { LoadInputs } from "../../config/load_settings.ts";
import { resolvePath } from "../../files/paths.ts";
import { parseJsonObject } from "../../config/parse_json.ts";
import { readTextFile } from "../../files/read_text_file.ts";
import { isObject } from "../../is_object.ts";
import type { CallArguments } from "../../probe/plan.ts";
import { didYouMean } from "../../text/did_you_mean.ts";
import {
  DEFAULTS,
  describeMissing,
  type UpstreamConfig,
} from "../../upstream/config.ts";
import { loadUpstreams } from "../../upstream/load_upstreams.ts";
import { UserError } from "../../user_error.ts";
import type { Parsed } from "../command.ts";
import type { Io } from "../terminal/io.ts";
import { singleUpstream, withUpstreamFlags } from "../single_upstream.ts";
import type { probeCommand } from "../table_probe.ts";

/** What `docs probe` was started with. */
export type ProbeParsed = Parsed<typeof probeCommand>;

/**
 * The one server that `docs probe` is for: UPSTREAM, `--url` or COMMAND, with
 * the flags that adapt it. To be called after the settings are loaded, which
 * brings in `--env-file`.
 *
 * @throws {UserError} for none or more than one, one that is not configured or
 *   lacks something
 */
export function probeTarget(parsed: ProbeParsed, io: Io): UpstreamConfig {
  const { flags, arguments: words, literal = [] } = parsed;
  const names = words.slice(0, words.length - literal.length);
  if (names.length > 1) {
    throw new UserError(
      `docs probe takes one UPSTREAM, not ${names.join(" ")}`,
      `A command goes after --: docs probe -- ${names.join(" ")}`,
    );
  }
  const { url } = flags;
  const ways = [names.length > 0, url !== undefined, literal.length > 0];
  if (ways.filter(Boolean).length !== 1) {
    throw new UserError(
      ways.includes(true)
        ? "docs probe is for one server, and more than one is named"
        : "docs probe needs a server",
      "Usage: docs probe UPSTREAM, docs probe --url URL, or docs probe -- COMMAND…",
    );
  }
  if (literal.length > 0) return singleUpstream(literal, flags, io.env);
  const config = url === undefined
    ? configured(names[0]!, { flags, env: io.env, cwd: io.cwd() })
    : atAddress(url);
  return withUpstreamFlags(config, flags, io.env);
}

function atAddress(url: string): UpstreamConfig {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new UserError(
      `--url must be an address that begins with http:// or https://, not ${
        JSON.stringify(url)
      }`,
    );
  }
  return {
    ...DEFAULTS,
    name: new URL(url).host,
    connection: { url, headers: {} },
  };
}

function configured(name: string, inputs: LoadInputs): UpstreamConfig {
  const entries = loadUpstreams(inputs);
  const entry = entries.find((entry) => entry.name === name);
  if (entry?.config) return entry.config;
  if (entry?.missing) {
    throw new UserError(
      `${name} is not active: ${describeMissing(entry.missing)}`,
      "All of it must be there before it can be tried.",
    );
  }
  const names = entries.map(({ name }) => name);
  const meant = didYouMean(name, names);
  throw new UserError(
    `there is no upstream ${JSON.stringify(name)}`,
    meant !== undefined
      ? `Did you mean ${meant}?`
      : names.length > 0
      ? `Configured are ${names.join(", ")}.`
      : 'None is configured: name it under "upstreams" in docs.config.json, or try a command: docs probe -- COMMAND…',
  );
}

/**
 * The arguments in a file, by tool.
 *
 * @throws {UserError} naming the file and the place in it
 */
export function probeArguments(
  file: string,
  cwd: string,
): Map<string, CallArguments[]> {
  const path = resolvePath(cwd, file);
  const text = readTextFile(path);
  if (text === undefined) {
    throw new UserError(
      `there is no file ${path} (--args)`,
      "Check the path after --args.",
    );
  }
  const { values, where } = parseJsonObject(text, path);
  return new Map(
    [...values].map(([tool, value]) => {
      const list = Array.isArray(value) ? value : [value];
      if (list.length > 0 && list.every(isObject)) return [tool, list];
      throw new UserError(
        `${where(tool)}: ${
          JSON.stringify(tool)
        } must be an object of arguments or a list of them`,
        'Such as {"get_weather": [{"city": "Tokyo"}, {"city": "Osaka"}]}.',
      );
    }),
  );
}
