import { instantiate } from "./_instantiate.ts";
import { LZ4_WASM } from "./_lz4_wasm.ts";

interface Exports {
  memory: WebAssembly.Memory;
  decode(src: number, end: number, dst: number): number;
}

/** Bytes that may be written behind the text, see `lz4.wat`. */
const SLACK = 16;

let loaded: Exports | undefined;

/**
 * Decodes a block in the LZ4 block format.
 *
 * LZ4 and not deflate, because what can decode that costs a start of the
 * program 6 ms (`DecompressionStream`) to 18 ms (`node:zlib`), and this under
 * one; the index of 16 MB of documentation grew from 0.88 to 0.95 of the text.
 *
 * @param block As `compress` made it.
 * @param length Bytes of the text.
 * @returns A view that the next call overwrites.
 */
export function decompress(block: Uint8Array, length: number): Uint8Array {
  const wasm = loaded ??= instantiate<Exports>(LZ4_WASM);
  const start = (block.length + 15) & ~15;
  const missing = start + length + SLACK - wasm.memory.buffer.byteLength;
  if (missing > 0) wasm.memory.grow(Math.ceil(missing / 65536));
  const memory = new Uint8Array(wasm.memory.buffer);
  memory.set(block);
  const end = wasm.decode(0, block.length, start);
  return memory.subarray(start, end);
}
