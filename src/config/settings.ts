/**
 * The effective settings. Flags win over the environment, the environment over
 * `docs.config.json`, and that over `docs.json`.
 *
 * @module
 */

import { UserError } from "../user_error.ts";
import type { ConfigFile } from "./config_file.ts";
import type { Environment } from "./environment.ts";
import { resolvePath } from "../files/paths.ts";
import {
  type SettingDefinition,
  settingDefinitions,
  type SettingName,
  settingNames,
  type SettingValues,
} from "./setting_definitions.ts";

/** Where a value was set; the strongest first. */
export type SettingLevel =
  | "flag"
  | "environment"
  | "docs.config.json"
  | "docs.json"
  | "default";

/** A value and where it comes from. */
export interface Setting<T> {
  readonly value: T;
  readonly level: SettingLevel;
  /** For people: `flag --index`, `environment DOCS_INDEX`, `docs.json /x/docs.json`, `default`. */
  readonly origin: string;
}

/** All settings, each with its origin. */
export type Settings = {
  readonly [Name in SettingName]: Setting<SettingValues[Name]>;
};

/** What settings are resolved from. */
export interface SettingInputs {
  /** The flags that were given, by name; values are text or already parsed. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly env: Environment;
  readonly config?: ConfigFile;
  /** Current folder, absolute. */
  readonly cwd: string;
}

/**
 * Resolves every setting. An empty environment variable counts as not set.
 *
 * @throws {UserError} naming the flag, variable or key whose value is wrong
 */
export function resolveSettings(inputs: SettingInputs): Settings {
  const settings = Object.fromEntries(
    settingNames.map((name) => [name, resolveSetting(name, inputs)]),
  ) as unknown as { -readonly [Name in SettingName]: Settings[Name] };
  const { passageSize, overlap } = settings;
  if (overlap.level === "default") {
    // The default must fit a small passage size too.
    const value = Math.min(overlap.value, Math.floor(passageSize.value / 5));
    settings.overlap = { ...overlap, value };
  } else if (overlap.value * 2 > passageSize.value) {
    throw new UserError(
      `an overlap of ${overlap.value} (${overlap.origin}) is more than half of the passage size ${passageSize.value} (${passageSize.origin})`,
      "Choose a smaller --overlap or a larger --passage-size.",
    );
  }
  return settings;
}

function resolveSetting(
  name: SettingName,
  { flags, env, config, cwd }: SettingInputs,
): Setting<unknown> {
  const definition = settingDefinitions[name] as SettingDefinition<unknown>;
  const { kind, flag } = definition;
  /** @param subject what the message says is wrong; @param folder base of relative paths */
  const found = (
    level: SettingLevel,
    origin: string,
    value: unknown,
    subject: string,
    folder: string,
  ): Setting<unknown> => {
    const checked = typeof value === "string" && level !== "docs.config.json"
      ? kind.fromText(value)
      : kind.fromJson(value);
    if (checked === undefined) {
      const given = definition.secret ? "" : `, not ${JSON.stringify(value)}`;
      throw new UserError(`${subject} must be ${kind.expects}${given}`);
    }
    const isPath = definition.path === "dotted"
      ? /^\.{1,2}[\\/]/.test(checked as string)
      : definition.path && checked !== definition.keyword;
    const placed = isPath ? resolvePaths(folder, checked) : checked;
    return { value: placed, level, origin };
  };
  if (flag !== undefined && flags[flag] !== undefined) {
    return found("flag", `flag --${flag}`, flags[flag], `--${flag}`, cwd);
  }
  for (const variable of definition.env ?? []) {
    const text = env.get(variable);
    if (text === undefined || text === "") continue;
    const file = env.file?.(variable);
    const origin = `environment ${variable}${file ? ` (${file})` : ""}`;
    return found(
      "environment",
      origin,
      text,
      variable + (file ? ` in ${file}` : ""),
      cwd,
    );
  }
  if (config?.values.has(name)) {
    const where = `${config.where(name)}: "${name}"`;
    const origin = `docs.config.json ${config.path}`;
    const value = config.values.get(name);
    return found("docs.config.json", origin, value, where, config.folder);
  }
  return { value: definition.fallback, level: "default", origin: "default" };
}

function resolvePaths(folder: string, value: unknown): unknown {
  return Array.isArray(value)
    ? value.map((path) => resolvePath(folder, path))
    : resolvePath(folder, value as string);
}

/** A setting, described for `docs status`. */
export interface SettingDescription {
  readonly name: SettingName;
  /** null when the value is not set. */
  readonly value: unknown;
  /** The value for people. */
  readonly shown: string;
  readonly origin: string;
}

/** Every setting with its value and origin, for printing. Secrets are masked. */
export function describeSettings(settings: Settings): SettingDescription[] {
  return settingNames.map((name) => {
    const { value, origin } = settings[name];
    const empty = value === undefined ||
      (Array.isArray(value) && value.length === 0);
    const shown = empty
      ? `(${settingDefinitions[name].unset ?? "none"})`
      : settingDefinitions[name].secret
      ? "(set)"
      : Array.isArray(value)
      ? value.join(", ")
      : String(value);
    const masked = settingDefinitions[name].secret && !empty
      ? "(set)"
      : value ?? null;
    return { name, value: masked, shown, origin };
  });
}
