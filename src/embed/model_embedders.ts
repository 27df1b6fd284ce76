/**
 * The embedders that a program does not bring with it, in one module: what they
 * share with the rest is then one file of a bundle and not four, each of which
 * costs the start of a search 0.1 ms.
 *
 * @module
 */

export { openHttpEmbedder } from "./open_http_embedder.ts";
export { openOnnxEmbedder } from "./open_onnx_embedder.ts";
