import { isLoopback } from "../is_loopback.ts";
import { UserError } from "../user_error.ts";
import { HttpEmbedder } from "./http_embedder.ts";
import type { EmbedderContext } from "./embedder_context.ts";
import { type ModelName, parseModelName } from "./model_name.ts";

type HttpModel = Extract<ModelName, { kind: "http" }>;

/**
 * Opens an embedder on a server. Nothing is sent yet.
 *
 * @param dimensions length of the vectors in the index, if there is one
 * @throws {UserError} offline, unless the server runs on this machine
 */
export function openHttpEmbedder(
  model: HttpModel,
  context: EmbedderContext,
  dimensions?: number,
): HttpEmbedder {
  const { id, url } = model;
  if (context.offline && !isLoopback(url.hostname)) {
    throw new UserError(
      `offline is set, and the embedding model ${id} is on ${url.host}`,
      "Unset DOCS_OFFLINE (or offline in the settings), or build the index with a model on this machine.",
    );
  }
  return new HttpEmbedder({
    id,
    url,
    model: model.model,
    key: keyFor(url, context),
    dimensions,
    say: context.say,
  });
}

/**
 * The API key for a server. EMBEDDING_API_KEY is sent only to the server that
 * EMBEDDING_MODEL names: an index from someone else could name any server.
 */
function keyFor(
  url: URL,
  { env, setting, cwd }: EmbedderContext,
): string | undefined {
  const key = env?.get("EMBEDDING_API_KEY");
  if (key && namesServer(setting, url, cwd)) return key;
  if (url.origin !== "https://api.openai.com") return undefined;
  return env?.get("OPENAI_API_KEY") || undefined;
}

function namesServer(
  setting: string | undefined,
  url: URL,
  cwd?: string,
): boolean {
  try {
    const model = parseModelName(setting, cwd);
    return model.kind === "http" && model.url.origin === url.origin;
  } catch {
    return false;
  }
}
