import { fileRegion } from "../files/region.ts";
import type { ModelFamily } from "./model_family.ts";
import type { OnnxFiles } from "./onnx_files.ts";

/** Bytes hashed at each end of the weights. */
const END_BYTES = 65536;

/**
 * A fingerprint of a model: twelve hex digits of the SHA-256 of the tokenizer, the
 * size and both ends of the weights, and the prefixes and pooling. Hashing all
 * weights would take a second for large models.
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
