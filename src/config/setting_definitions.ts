/**
 * Every setting, once: where it can be set, what it may hold, and what it is
 * when nobody says.
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

/** Where a setting is found and what it may be. */
export interface SettingDefinition<T> {
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
    word: CARRIED,
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
