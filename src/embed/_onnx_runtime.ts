/** The parts of ONNX Runtime and of the tokenizers that are used, by name. */
export { env, InferenceSession, Tensor } from "onnxruntime-web/wasm";
export { Tokenizer } from "@huggingface/tokenizers";
