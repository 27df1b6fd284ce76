import { instantiate } from "../instantiate.ts";
import { LZ4_WASM } from "./_lz4_wasm.ts";

interface Exports {
  memory: WebAssembly.Memory;
  at: WebAssembly.Global;
  decode(src: number, end: number, dst: number, enough: number): number;
  seek(at: number, end: number, units: number): number;
}

/** Bytes that may be written after the text, see `lz4.wat`. */
const SLACK = 16;

let loaded: Exports | undefined;

/**
 * Decompresses a block in the LZ4 block format.
 *
 * LZ4 instead of deflate: the decoders of deflate add 6 ms (`DecompressionStream`) to
 * 18 ms (`node:zlib`) to a start, this one less than 1 ms. The index of 16 MB of
 * documentation grew from 0.88 to 0.95 of the size of the text.
 *
 * @param block As `compress` made it.
 * @param length Bytes of the decompressed text.
 * @returns A view that the next call overwrites.
 */
export function decompress(block: Uint8Array, length: number): Uint8Array {
  const start = (block.length + 15) & ~15;
  const { wasm, memory } = withMemory(start + length + SLACK);
  memory.set(block);
  const end = wasm.decode(0, block.length, start, start + length);
  return memory.subarray(start, end);
}

/**
 * Decompresses UTF-16 units `from` to `to` of a block's text, as UTF-8. Decoding
 * stops after `to`, which saves half of it on average.
 *
 * @param length Bytes of the decompressed text.
 * @param units UTF-16 units of the text.
 * @returns A view that the next call overwrites.
 */
export function decompressUnits(
  block: Uint8Array,
  length: number,
  units: number,
  from: number,
  to: number,
): Uint8Array {
  const start = (block.length + 15) & ~15;
  const { wasm, memory } = withMemory(start + length + SLACK);
  memory.set(block);
  // Assumes equally many bytes per unit, plus a margin.
  const guess = Math.ceil(to * length / units * 1.1) + 256;
  let end = wasm.decode(0, block.length, start, start + guess);
  let last = wasm.seek(start, end, to);
  if (last === end && wasm.at.value < block.length) {
    end = wasm.decode(wasm.at.value, block.length, end, start + length);
    last = wasm.seek(start, end, to);
  }
  return memory.subarray(wasm.seek(start, last, from), last);
}

/**
 * UTF-16 units `from` to `to` of a UTF-8 text, as UTF-8. Decoding the whole text to a
 * string and slicing that costs ten times as much.
 *
 * @param utf8 The text; the result of `decompress` is not copied.
 */
export function sliceUnits(
  utf8: Uint8Array,
  from: number,
  to: number,
): Uint8Array {
  const { wasm, memory } = withMemory(utf8.length);
  const here = utf8.buffer === memory.buffer;
  if (!here) memory.set(utf8);
  const first = here ? utf8.byteOffset : 0, last = first + utf8.length;
  const start = wasm.seek(first, last, from);
  const end = wasm.seek(start, last, to - from);
  return utf8.subarray(start - first, end - first);
}

function withMemory(
  bytes: number,
): { wasm: Exports; memory: Uint8Array } {
  const wasm = loaded ??= instantiate<Exports>(LZ4_WASM);
  const missing = bytes - wasm.memory.buffer.byteLength;
  if (missing > 0) wasm.memory.grow(Math.ceil(missing / 65536));
  return { wasm, memory: new Uint8Array(wasm.memory.buffer) };
}
