/**
 * The values of EMBEDDING_MODEL.
 *
 * @module
 */

import { isAbsolute, resolvePath } from "../files/paths.ts";
import { UserError } from "../user_error.ts";

/** The embedder that is used when none is named. */
export const DEFAULT_EMBEDDER = "static-ja-en-256.2";

/**
 * Names of the bundled table, each with the id that an index records. The id
 * changes with the numbers of the table, whose vectors cannot be compared with
 * those of an earlier one.
 */
const STATIC: Record<string, string> = {
  "static-ja-en-256": DEFAULT_EMBEDDER,
  "static-ja-en": DEFAULT_EMBEDDER,
  [DEFAULT_EMBEDDER]: DEFAULT_EMBEDDER,
};

/** A parsed name, by the kind of embedder. */
export type ModelName =
  | { kind: "static"; id: string }
  /** A server that speaks OpenAI's `/v1/embeddings`; `url` is the part before `/embeddings`. */
  | { kind: "http"; id: string; url: URL; model: string }
  /** A folder with an ONNX model, absolute. */
  | { kind: "folder"; path: string }
  /** A repository of the Hugging Face hub, `owner/name`. */
  | { kind: "hub"; repository: string };

/** The accepted forms, for messages. */
const FORMS = `${
  Object.keys(STATIC).slice(0, 2).join(" or ")
}, https://HOST/v1#MODEL (a server with /v1/embeddings), a folder with an ONNX model, or OWNER/NAME on the Hugging Face hub`;

/**
 * Parses a name. It may look whether a folder exists, but opens nothing.
 *
 * @param name EMBEDDING_MODEL, or the name in an index; undefined or blank means
 *   the default
 * @param cwd folder that relative paths are resolved against
 * @throws {UserError} when the name has none of these forms, or is a URL with a
 *   user name, password or query, which the index would publish
 */
export function parseModelName(name: string | undefined, cwd = "/"): ModelName {
  const wanted = name?.trim() ?? "";
  if (wanted === "") return { kind: "static", id: DEFAULT_EMBEDDER };
  const key = wanted.toLowerCase();
  if (Object.hasOwn(STATIC, key)) return { kind: "static", id: STATIC[key]! };
  if (/^https?:\/\//i.test(wanted)) return parseAddress(wanted);
  const path = resolvePath(cwd, wanted);
  if (isAbsolute(wanted) || /^\.{1,2}(?:[\\/]|$)/.test(wanted)) {
    return { kind: "folder", path };
  }
  if (isFolder(path)) return { kind: "folder", path };
  if (/^[\w.-]+\/[\w.-]+$/.test(wanted)) {
    return { kind: "hub", repository: wanted };
  }
  throw new UserError(
    `the embedding model ${
      JSON.stringify(name)
    } is not one that this version can load`,
    `Set EMBEDDING_MODEL to ${FORMS}, or leave it unset.`,
  );
}

function parseAddress(text: string): ModelName {
  const wrong = (why: string) =>
    new UserError(
      `the embedding model ${
        JSON.stringify(text.replace(/\/\/[^/]*@/, "//…@"))
      } ${why}`,
      "Write it as https://HOST/v1#MODEL, for example https://api.openai.com/v1#text-embedding-3-small or http://localhost:11434/v1#bge-m3.",
    );
  if (!URL.canParse(text)) throw wrong("is not an address");
  const url = new URL(text);
  if (url.username || url.password || url.search) {
    throw wrong(
      "holds a name, a password or a query, which would be written into the index; the key goes into EMBEDDING_API_KEY",
    );
  }
  const model = decodeURIComponent(url.hash.slice(1));
  if (model === "") throw wrong("does not say which model after #");
  url.hash = "";
  url.pathname = url.pathname.replace(/\/+(?:embeddings\/*)?$/, "");
  const base = url.href.replace(/\/$/, "");
  return { kind: "http", id: `${base}#${model}`, url, model };
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
