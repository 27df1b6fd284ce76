import { pathExists } from "../files/exists.ts";
import { UserError } from "../user_error.ts";
import type { Embedder } from "./embedder.ts";
import type { AssetReader, EmbedderContext } from "./embedder_context.ts";
import { type ModelName, parseModelName } from "./model_name.ts";
import { StaticEmbedder } from "./static_embedder.ts";

/** The embedder that is recorded in an index. */
export interface RecordedEmbedder {
  id: string;
  source?: string;
  dimensions: number;
}

/**
 * Opens the embedder that a setting names. For the bundled table only its header
 * is read; the rest is loaded when a text is embedded.
 *
 * @param name EMBEDDING_MODEL, see `parseModelName`
 * @param asset opens the program's asset files
 * @throws {UserError} when the name is unknown, a file is missing or damaged,
 *   or a connection would be needed offline
 */
export async function openEmbedder(
  name: string | undefined,
  asset: AssetReader,
  context: EmbedderContext = {},
): Promise<Embedder> {
  const { cwd } = context;
  const model = parseModelName(name, cwd);
  return await open(model, asset, { setting: name, ...context });
}

/**
 * Opens the embedder that an index was built with, so that queries and passages
 * are comparable. If the model's folder no longer exists, EMBEDDING_MODEL may name
 * a folder or repository with the same model.
 *
 * @throws {UserError} as `openEmbedder`, and when it is another model than the
 *   recorded one
 */
export async function openRecordedEmbedder(
  recorded: RecordedEmbedder,
  asset: AssetReader,
  context: EmbedderContext,
): Promise<Embedder> {
  const { id, source } = recorded;
  const model = parseModelName(source ?? id);
  if (model.kind === "static" && model.id !== id) {
    throw new UserError(
      `the index was built with the table ${id}, this program has ${model.id}`,
      "Build it again with this version: docs build FOLDER -o FILE",
    );
  }
  const elsewhere = model.kind === "folder" && !pathExists(model.path)
    ? otherFolder(context)
    : undefined;
  if (model.kind === "folder" && !pathExists(model.path) && !elsewhere) {
    throw new UserError(
      `the index was built with the model ${id} in ${model.path}, which does not exist`,
      "Set EMBEDDING_MODEL to the folder that contains this model, or build the index again.",
    );
  }
  return await open(elsewhere ?? model, asset, context, recorded);
}

function otherFolder(
  { setting, cwd }: EmbedderContext,
): ModelName | undefined {
  const model = parseModelName(setting, cwd);
  return model.kind === "folder" || model.kind === "hub" ? model : undefined;
}

async function open(
  model: ModelName,
  asset: AssetReader,
  context: EmbedderContext,
  recorded?: RecordedEmbedder,
): Promise<Embedder> {
  switch (model.kind) {
    case "static":
      return new StaticEmbedder(
        model.id,
        asset("static-ja-en-256.bin"),
        asset("tokenizer-ja-en.bin"),
      );
    case "http": {
      const { openHttpEmbedder } = await import("./model_embedders.ts");
      return openHttpEmbedder(model, context, recorded?.dimensions);
    }
    case "folder":
    case "hub": {
      const { openOnnxEmbedder } = await import("./model_embedders.ts");
      return await openOnnxEmbedder(model, asset, context, recorded?.id);
    }
  }
}
