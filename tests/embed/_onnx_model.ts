import { resolve } from "node:path";

/**
 * A real model for tests, multilingual-e5-small for Japanese and English; it is
 * not part of this repository. Tests that need it are left out without it.
 */
export const ONNX_MODEL = resolve(
  import.meta.dirname!,
  "../../../shared/models/e5-small-ja-en-onnx",
);

/** Whether it is there; says so when it is not. */
export const hasOnnxModel = isThere();

function isThere(): boolean {
  try {
    return Deno.statSync(`${ONNX_MODEL}/config.json`).isFile;
  } catch {
    console.warn(
      `left out: tests with an ONNX model, because ${ONNX_MODEL} is not there`,
    );
    return false;
  }
}
