import { fileExists } from "../files/exists.ts";
import { baseName } from "../files/paths.ts";
import { UserError } from "../user_error.ts";
import type { HubFiles } from "./hub_files.ts";

/** The files of a model on this machine; JSON files are parsed. */
export interface OnnxFiles {
  /** Name of the folder or repository. */
  name: string;
  /** Path of the weights. */
  weights: string;
  tokenizer: Record<string, unknown>;
  tokenizerConfig: Record<string, unknown>;
  config: Record<string, unknown>;
}

/** Paths of the weights; 8-bit ones first: a quarter of the size, and faster. */
const WEIGHTS = [
  "onnx/model_quantized.onnx",
  "onnx/model_int8.onnx",
  "onnx/model.onnx",
  "model_quantized.onnx",
  "model.onnx",
];

/**
 * Finds a model in a folder with the layout of Transformers.js.
 *
 * @throws {UserError} naming the file that is missing or damaged
 */
export async function folderFiles(folder: string): Promise<OnnxFiles> {
  return await collect(folder, baseName(folder), (...names) => {
    const name = names.find((it) => fileExists(`${folder}/${it}`));
    return Promise.resolve(name && `${folder}/${name}`);
  });
}

/**
 * Finds a model in a repository, downloading the files that are not stored yet.
 *
 * @throws {UserError} as `HubFiles.file`, and when a file is missing or damaged
 */
export async function hubModelFiles(
  repository: string,
  hub: HubFiles,
): Promise<OnnxFiles> {
  return await collect(
    `the repository ${repository}`,
    repository,
    (...names) => hub.file(...names),
  );
}

async function collect(
  place: string,
  name: string,
  find: (...names: string[]) => Promise<string | undefined>,
): Promise<OnnxFiles> {
  const readRequired = async (file: string) => {
    const path = await find(file);
    if (path === undefined) throw incomplete(place, file);
    return readJson(path);
  };
  const config = await readRequired("config.json");
  const tokenizer = await readRequired("tokenizer.json");
  const tokenizerConfig = await readRequired("tokenizer_config.json");
  const weights = await find(...WEIGHTS);
  if (weights === undefined) throw incomplete(place, WEIGHTS[0]!);
  return { name, weights, tokenizer, tokenizerConfig, config };
}

function incomplete(place: string, file: string): UserError {
  return new UserError(
    `${place} does not contain ${file}`,
    "A model needs config.json, tokenizer.json, tokenizer_config.json and onnx/model_quantized.onnx, as in repositories for Transformers.js (for example Xenova/multilingual-e5-large).",
  );
}

function readJson(path: string): Record<string, unknown> {
  try {
    return JSON.parse(Deno.readTextFileSync(path));
  } catch (error) {
    throw new UserError(
      `${path} cannot be read: ${(error as Error).message}`,
      "Download the model's files again.",
    );
  }
}
