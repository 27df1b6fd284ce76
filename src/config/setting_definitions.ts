/**
 * The table of all settings: type, default, and where each can be set.
 *
 * @module
 */

import {
  commaList,
  fileName,
  fraction,
  integer,
  type Kind,
  logLevel,
  nonBlankText,
  number,
  textList,
  urlBase,
  yesNo,
} from "./kinds.ts";
import type { LogLevel } from "../log_level.ts";

/** The value of `index` that means the carried index; a file of this name is `./carried`. */
export const CARRIED = "carried";

/** Names and types of the settings. Paths are absolute. */
export interface SettingValues {
  /** Index file to read, or {@linkcode CARRIED}. */
  index: string | undefined;
  /** Folder with `COLLECTION_NAME.index`, in place of `index`; kept for configurations written for a vector store. */
  vectorStorePath: string | undefined;
  collectionName: string;
  /** Embedder to build with, see `parseModelName`; undefined means the bundled one. */
  embeddingModel: string | undefined;
  /** Number of hits; undefined leaves it to the command. */
  topK: number | undefined;
  /** Hits with a lower score (0..1) are omitted. */
  minScore: number;
  /** No connections to other machines. */
  offline: boolean;
  logLevel: LogLevel;
  /** Bearer token that `docs serve --http` requires. */
  token: string | undefined;
  /** Allows serving other machines without a token. */
  noAuth: boolean;
  /** Host names that `docs serve --http` accepts in addition to loopback names. */
  allowedHosts: string[];
  /** Origins of web pages that it accepts. */
  allowedOrigins: string[];
  /** Model that answers; see `modelEndpoint` in src/llm for the names. */
  llmModel: string;
  llmTemperature: number;
  /** Maximum tokens of an answer. */
  llmMaxTokens: number;
  /** Seconds of silence from the model after which a request fails. */
  llmTimeout: number;
  /** Maximum UTF-16 code units of sections sent to a model for an answer. */
  llmContextChars: number;
  /** Maximum requests to a model for one answer, where it may call tools. */
  maxIterations: number;
  /** Whether answers are cached. */
  cacheEnabled: boolean;
  /** Seconds for which an answer is cached. */
  cacheTtl: number;
  /** Maximum number of cached answers. */
  cacheMaxSize: number;
  /** Whether output to a terminal is coloured. */
  color: boolean;
  /** Files and folders to build from when the command line names none. */
  sources: string[];
  include: string[];
  exclude: string[];
  urlBase: string | undefined;
  /** Target length of a passage, in UTF-16 code units. */
  passageSize: number;
  /** Overlap of neighbouring passages, in UTF-16 code units. */
  overlap: number;
}

/** The name of a setting, as `docs.config.json` spells it. */
export type SettingName = keyof SettingValues;

/** Where a setting can be set, its type and default. */
export interface SettingDefinition<T> {
  readonly kind: Kind<NonNullable<T>>;
  readonly fallback: T;
  /** Description of an undefined default, for people. */
  readonly unset?: string;
  /** Environment variables; the first that is set wins. */
  readonly env?: readonly string[];
  readonly flag?: string;
  /**
   * `true`: a path or list of paths, relative to the current folder or, in a
   * settings file, to the file's folder. `"dotted"`: a path only if it begins with
   * `./` or `../`.
   */
  readonly path?: true | "dotted";
  /** A value that is a keyword and not a path. */
  readonly keyword?: string;
  /** The value is never printed. */
  readonly secret?: true;
}

/** Setting this variable to anything turns colour off (no-color.org). */
const colour: Kind<boolean> = { ...yesNo, fromText: () => false };

/** All of them, in the order in which they are shown. */
export const settingDefinitions: {
  readonly [Name in SettingName]: SettingDefinition<SettingValues[Name]>;
} = {
  index: {
    kind: nonBlankText,
    fallback: undefined,
    unset: ".docs/index upward, then the one carried",
    env: ["DOCS_INDEX"],
    flag: "index",
    path: true,
    keyword: CARRIED,
  },
  vectorStorePath: {
    kind: nonBlankText,
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
    kind: nonBlankText,
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
    kind: nonBlankText,
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
    kind: nonBlankText,
    // An alias that Google points at a current model.
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
  sources: { kind: textList, fallback: [], path: true },
  include: { kind: textList, fallback: [], flag: "include" },
  exclude: { kind: textList, fallback: [], flag: "exclude" },
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
export const settingNames = Object.keys(settingDefinitions) as SettingName[];
