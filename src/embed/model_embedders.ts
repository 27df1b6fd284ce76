/**
 * Entry point of the embedders that are loaded on demand. One dynamic import for
 * both keeps the code that they share with the rest in one file of the bundle
 * instead of four; each file costs the start of a search 0.1 ms.
 *
 * @module
 */

export { openHttpEmbedder } from "./open_http_embedder.ts";
export { openOnnxEmbedder } from "./open_onnx_embedder.ts";
