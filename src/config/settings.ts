/**
 * What the program goes by: each setting once, where it can be set, what it
 * may hold, and what it is when nobody says. Flags win over the environment,
 * the environment over `docs.config.json`, that over what `docs.json` may say.
 *
 * @module
 */

import { UserError } from "../user_error.ts";
import type { ConfigFile } from "./config_file.ts";
import {
  commaList,
  fileName,
  fraction,
  integer,
  type Kind,
  list,
  type LogLevel,
  logLevel,
  number,
  urlBase,
  words,
  yesNo,
} from "./kinds.ts";
import { resolvePath } from "./paths.ts";

/** In place of an index file: the index that the program carries (`./carried` is a file). */
export const CARRIED = "carried";

/** The settings by name and type. Paths are absolute. */
export interface SettingValues {
  /** Index file to read, or {@linkcode CARRIED}. */
  index: string | undefined;
  /** Folder of the article's store; holds `collectionName.index`. */
  vectorStorePath: string | undefined;
  collectionName: string;
  /** Embedder to build with; undefined is the bundled one. */
  embeddingModel: string | undefined;
  /** Number of hits; undefined leaves it to the command. */
  topK: number | undefined;
  /** Hits below this score (0..1) are left out. */
  minScore: number;
  /** Nothing may leave the machine. */
  offline: boolean;
  logLevel: LogLevel;
  /** Bearer token that `docs serve --http` asks for. */
  token: string | undefined;
  /** Serving beyond this machine without a token is meant. */
  noAuth: boolean;
  /** Host names that `docs serve --http` accepts beside this machine's own. */
  allowedHosts: string[];
  /** Origins of web pages that it lets in. */
  allowedOrigins: string[];
  /** Model that answers; see `modelEndpoint` in src/llm for the names. */
  llmModel: string;
  llmTemperature: number;
  /** Tokens of an answer at most. */
  llmMaxTokens: number;
  /** Seconds without anything coming from the model, after which it is given up. */
  llmTimeout: number;
  /** UTF-16 units of sections that a model is sent for an answer, at most. */
  llmContextChars: number;
  /** Calls of a model for one answer at most, where it may call tools. */
  maxIterations: number;
  /** Answers are kept. */
  cacheEnabled: boolean;
  /** Seconds for which an answer is kept. */
  cacheTtl: number;
  /** Answers kept at most. */
  cacheMaxSize: number;
  /** Whether a terminal gets colours. */
  color: boolean;
  /** Files and folders to build from; empty when only the command line says. */
  sources: string[];
  include: string[];
  exclude: string[];
  urlBase: string | undefined;
  /** Length of a passage in UTF-16 units. */
  passageSize: number;
  /** How far neighbouring passages overlap, in UTF-16 units. */
  overlap: number;
}

/** The name of a setting, as `docs.config.json` spells it. */
export type SettingName = keyof SettingValues;

/** Who set a value, strongest first. */
export type Level =
  | "flag"
  | "environment"
  | "docs.config.json"
  | "docs.json"
  | "default";

/** A value and where it comes from. */
export interface Setting<T> {
  readonly value: T;
  readonly level: Level;
  /** In words: `flag --index`, `environment DOCS_INDEX`, `docs.json /x/docs.json`, `default`. */
  readonly origin: string;
}

/** All settings, each with its origin. */
export type Settings = {
  readonly [Name in SettingName]: Setting<SettingValues[Name]>;
};

interface Definition<T> {
  readonly kind: Kind<NonNullable<T>>;
  readonly fallback: T;
  /** What an undefined fallback means, for people. */
  readonly unset?: string;
  /** Environment variables, the one that counts first. */
  readonly env?: readonly string[];
  readonly flag?: string;
  /**
   * A path or a list of paths, relative to where it was written; or a text that
   * is one when it begins with `./` or `../`.
   */
  readonly path?: true | "dotted";
  /** The one value that is no path where paths are expected. */
  readonly word?: string;
  /** The value is shown to nobody. */
  readonly secret?: true;
}

/** Setting this variable to anything turns colour off (no-color.org). */
const colour: Kind<boolean> = { ...yesNo, fromText: () => false };

const definitions: {
  readonly [Name in SettingName]: Definition<SettingValues[Name]>;
} = {
  index: {
    kind: words,
    fallback: undefined,
    unset: ".docs/index upward, then the one carried",
    env: ["DOCS_INDEX"],
    flag: "index",
    path: true,
    word: CARRIED,
  },
  vectorStorePath: {
    kind: words,
    fallback: undefined,
    unset: "not used",
    env: ["DOCS_VECTOR_STORE_PATH", "VECTOR_STORE_PATH"],
    path: true,
  },
  collectionName: {
    kind: fileName,
    fallback: "api_docs",
    env: ["DOCS_COLLECTION_NAME", "COLLECTION_NAME"],
  },
  embeddingModel: {
    kind: words,
    fallback: undefined,
    unset: "the bundled one",
    env: ["DOCS_EMBEDDING_MODEL", "EMBEDDING_MODEL"],
    path: "dotted",
  },
  topK: {
    kind: integer(1, 1000),
    fallback: undefined,
    unset: "5 for search",
    env: ["DOCS_TOP_K_RESULTS", "TOP_K_RESULTS"],
    flag: "top-k",
  },
  minScore: {
    kind: fraction,
    fallback: 0.5,
    env: ["DOCS_MIN_SCORE", "MIN_SCORE"],
    flag: "min-score",
  },
  offline: {
    kind: yesNo,
    fallback: false,
    env: ["DOCS_OFFLINE"],
    flag: "offline",
  },
  logLevel: {
    kind: logLevel,
    fallback: "INFO",
    env: ["DOCS_LOG_LEVEL", "LOG_LEVEL"],
  },
  token: {
    kind: words,
    fallback: undefined,
    unset: "not asked for",
    env: ["DOCS_TOKEN"],
    secret: true,
  },
  noAuth: {
    kind: yesNo,
    fallback: false,
    env: ["DOCS_NO_AUTH"],
    flag: "no-auth",
  },
  allowedHosts: {
    kind: commaList,
    fallback: [],
    env: ["DOCS_ALLOWED_HOSTS"],
    flag: "allow-host",
  },
  allowedOrigins: {
    kind: commaList,
    fallback: [],
    env: ["DOCS_ALLOWED_ORIGINS"],
    flag: "allow-origin",
  },
  llmModel: {
    kind: words,
    // An alias that Google keeps on a current model.
    fallback: "gemini-flash-latest",
    env: ["DOCS_LLM_MODEL", "LLM_MODEL"],
    flag: "model",
  },
  llmTemperature: {
    kind: number(0, 2),
    fallback: 0.3,
    env: ["DOCS_LLM_TEMPERATURE", "LLM_TEMPERATURE"],
  },
  llmMaxTokens: {
    kind: integer(1, 1_000_000),
    fallback: 2048,
    env: ["DOCS_LLM_MAX_TOKENS", "LLM_MAX_TOKENS"],
  },
  llmTimeout: {
    kind: number(0.1, 86_400),
    fallback: 60,
    env: ["DOCS_LLM_TIMEOUT", "LLM_TIMEOUT"],
  },
  llmContextChars: {
    kind: integer(500, 2_000_000),
    fallback: 30_000,
    env: ["DOCS_LLM_CONTEXT_CHARS", "LLM_CONTEXT_CHARS"],
  },
  maxIterations: {
    kind: integer(1, 100),
    fallback: 8,
    env: ["DOCS_LLM_MAX_ITERATIONS", "LLM_MAX_ITERATIONS"],
  },
  cacheEnabled: {
    kind: yesNo,
    fallback: true,
    env: ["DOCS_CACHE_ENABLED", "CACHE_ENABLED"],
  },
  cacheTtl: {
    kind: integer(0, 31_536_000),
    fallback: 3600,
    env: ["DOCS_CACHE_TTL", "CACHE_TTL"],
  },
  cacheMaxSize: {
    kind: integer(0, 100_000),
    fallback: 100,
    env: ["DOCS_CACHE_MAX_SIZE", "CACHE_MAX_SIZE"],
  },
  color: { kind: colour, fallback: true, env: ["NO_COLOR"] },
  sources: { kind: list, fallback: [], path: true },
  include: { kind: list, fallback: [], flag: "include" },
  exclude: { kind: list, fallback: [], flag: "exclude" },
  urlBase: {
    kind: urlBase,
    fallback: undefined,
    unset: "path#anchor",
    flag: "url-base",
  },
  passageSize: {
    kind: integer(50, 20_000),
    fallback: 500,
    flag: "passage-size",
  },
  overlap: { kind: integer(0, 10_000), fallback: 100, flag: "overlap" },
};

/** The names of all settings, in the order in which they are shown. */
export const settingNames = Object.keys(definitions) as SettingName[];

/** The environment that settings are read from. */
export interface Environment {
  get(name: string): string | undefined;
  /** The file that brought a variable in, if one did. */
  file?(name: string): string | undefined;
}

/** All that settings are made from. */
export interface SettingInputs {
  /** Values of the flags that were given, by flag name, already parsed or as text. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly env: Environment;
  readonly config?: ConfigFile;
  /** Current folder, absolute. */
  readonly cwd: string;
}

/**
 * Puts the settings together. Empty variables count as not set.
 *
 * @throws {UserError} naming the flag, variable or key whose value is wrong
 */
export function resolveSettings(inputs: SettingInputs): Settings {
  const settings = Object.fromEntries(
    settingNames.map((name) => [name, resolveSetting(name, inputs)]),
  ) as unknown as { -readonly [Name in SettingName]: Settings[Name] };
  const { passageSize, overlap } = settings;
  if (overlap.level === "default") {
    // Keeps the default sensible beside a small passage size.
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
  const definition = definitions[name] as Definition<unknown>;
  const { kind, flag } = definition;
  const found = (
    level: Level,
    origin: string,
    value: unknown,
    wrong: string,
    folder: string,
  ): Setting<unknown> => {
    const checked = typeof value === "string" && level !== "docs.config.json"
      ? kind.fromText(value)
      : kind.fromJson(value);
    if (checked === undefined) {
      const given = definition.secret ? "" : `, not ${JSON.stringify(value)}`;
      throw new UserError(`${wrong} must be ${kind.expects}${given}`);
    }
    const isPath = definition.path === "dotted"
      ? /^\.{1,2}[\\/]/.test(checked as string)
      : definition.path && checked !== definition.word;
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

/** One line of what {@linkcode describeSettings} says. */
export interface SettingDescription {
  readonly name: SettingName;
  /** null when the value is not set. */
  readonly value: unknown;
  /** The value for people. */
  readonly shown: string;
  readonly origin: string;
}

/** Every setting with its value and origin, to be printed. */
export function describeSettings(settings: Settings): SettingDescription[] {
  return settingNames.map((name) => {
    const { value, origin } = settings[name];
    const empty = value === undefined ||
      (Array.isArray(value) && value.length === 0);
    const shown = empty
      ? `(${definitions[name].unset ?? "none"})`
      : definitions[name].secret
      ? "(set)"
      : Array.isArray(value)
      ? value.join(", ")
      : String(value);
    const told = definitions[name].secret && !empty ? "(set)" : value ?? null;
    return { name, value: told, shown, origin };
  });
}
