import { form } from "../running.ts";
import { cacheFolder } from "../config/cache_folder.ts";
import { UserError } from "../user_error.ts";
import { HubFiles, hubRepository } from "./hub_files.ts";
import type { AssetReader, EmbedderContext } from "./embedder_context.ts";
import type { ModelName } from "./model_name.ts";
import { OnnxEmbedder } from "./onnx_embedder.ts";
import { folderFiles, hubModelFiles } from "./onnx_files.ts";

/** URL of the hub, unless HF_ENDPOINT names a mirror. */
const HUB = "https://huggingface.co";

/**
 * Opens an ONNX model in a folder or from the hub; missing files of the latter are
 * downloaded.
 *
 * @param expected id that the index records, if there is one
 * @throws {UserError} as `OnnxEmbedder.open` and `HubFiles.file`
 */
export async function openOnnxEmbedder(
  model: Extract<ModelName, { kind: "folder" | "hub" }>,
  asset: AssetReader,
  context: EmbedderContext,
  expected?: string,
): Promise<OnnxEmbedder> {
  const wasm = () => onnxWasm(asset);
  if (model.kind === "folder") {
    const files = await folderFiles(model.path);
    return await OnnxEmbedder.open(files, model.path, wasm, expected);
  }
  const { env, offline = false, say = () => {} } = context;
  const repository = hubRepository(model.repository);
  const hub = new HubFiles({
    repository,
    folder: `${modelFolder(env)}/${repository}`,
    endpoint: (env?.get("HF_ENDPOINT") || HUB).replace(/\/+$/, ""),
    offline,
    say,
    progress: context.progress,
    signal: context.signal,
  });
  const files = await hubModelFiles(repository, hub);
  return await OnnxEmbedder.open(files, model.repository, wasm, expected);
}

/** Folder of downloaded models. */
function modelFolder(env: EmbedderContext["env"]): string {
  const root = cacheFolder(env);
  if (root === undefined) {
    throw new UserError(
      "there is no folder to store a model in",
      "Set DOCS_CACHE_DIR to a folder of yours that can be written to.",
    );
  }
  return `${root}/models`;
}

/** ONNX Runtime's WebAssembly: from source of the npm package, else the carried asset. */
async function onnxWasm(asset: AssetReader): Promise<ArrayBuffer> {
  if (form() === "source") {
    const name = "onnxruntime-web/ort-wasm-simd-threaded.wasm";
    return (await Deno.readFile(new URL(import.meta.resolve(name)))).buffer;
  }
  const region = asset("onnxruntime.wasm.gz");
  const packed = new Blob([region.read(0, region.size)]).stream();
  const stream = packed.pipeThrough(new DecompressionStream("gzip"));
  return await new Response(stream).arrayBuffer();
}
