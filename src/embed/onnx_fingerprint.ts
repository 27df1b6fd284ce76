import { fileRegion } from "../files/region.ts";
import type { ModelFamily } from "./model_family.ts";
import type { OnnxFiles } from "./onnx_files.ts";

/** Bytes of the weights that are looked at on either end. */
const END_BYTES = 65536;

/**
 * Twelve hexadecimal digits that differ between models: of the tokenizer, of the
 * size and both ends of the weights, and of how texts are put to the model.
 * Reading the weights whole would take a second for large ones.
 */
export async function onnxFingerprint(
  { weights, tokenizer }: OnnxFiles,
  family: ModelFamily,
): Promise<string> {
  const region = fileRegion(weights);
  try {
    const { size } = region;
    const end = Math.min(END_BYTES, size);
    const words = new TextEncoder().encode(
      JSON.stringify([size, family, tokenizer]),
    );
    const all = new Uint8Array(2 * end + words.length);
    all.set(region.read(0, end));
    all.set(region.read(size - end, end), end);
    all.set(words, 2 * end);
    const hash = await crypto.subtle.digest("SHA-256", all);
    return new Uint8Array(hash).toHex().slice(0, 12);
  } finally {
    region.close();
  }
}
