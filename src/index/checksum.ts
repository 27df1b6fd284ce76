/**
 * A 32-bit checksum against accidental damage, not against manipulation: FNV-1a
 * (Fowler, Noll, Vo) over 32-bit words in sixteen lanes, so that four SIMD registers
 * process 64 bytes per step. Word n goes into lane n mod 16; after each word the
 * lane is XORed with itself shifted right by 15. The last block is padded with
 * zeros. Finally the lanes are mixed in order into one hash, then the length.
 *
 * In WebAssembly, because every start checks the bytes that it reads: 13 MB of
 * vectors take 2 ms. Loading a library with a CRC-32 alone takes 3 to 18 ms.
 *
 * @module
 */

import { CHECKSUM_WASM } from "./_checksum_wasm.ts";
import { compileModule } from "../instantiate.ts";

/** Bytes of the lanes in memory; also bytes of a block. */
export const LANES_BYTES = 64;

/** Bytes copied into the module's memory at a time. */
const CHUNK = 65536 - LANES_BYTES;

/** The module's exports; addresses in bytes. */
interface Exports {
  start(state: number): void;
  sum(state: number, at: number, blocks: number): void;
  fold(state: number, length: number): number;
}

let module: WebAssembly.Module | undefined;
let shared: { wasm: Exports; memory: Uint8Array } | undefined;

/**
 * The checksum of bytes.
 *
 * @param bytes Any length.
 * @returns 0 to 2^32 - 1.
 */
export function checksum(bytes: Uint8Array): number {
  const { wasm, memory } = shared ??= load();
  wasm.start(0);
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const chunk = bytes.subarray(at, at + CHUNK);
    const blocks = Math.ceil(chunk.length / LANES_BYTES);
    memory.set(chunk, LANES_BYTES);
    memory.fill(0, LANES_BYTES + chunk.length, LANES_BYTES * (1 + blocks));
    wasm.sum(0, LANES_BYTES, blocks);
  }
  return wasm.fold(0, bytes.length) >>> 0;
}

/**
 * Like `checksum`, for bytes in a WebAssembly memory, without copying them. Their
 * number must be a multiple of 64.
 *
 * @param lanes Address of 64 bytes of that memory for the module's state.
 */
export function checksumIn(
  memory: WebAssembly.Memory,
  lanes: number,
): (bytes: Uint8Array) => number {
  const wasm = instance(memory);
  return ({ byteOffset, length }) => {
    wasm.start(lanes);
    wasm.sum(lanes, byteOffset, length / LANES_BYTES);
    return wasm.fold(lanes, length) >>> 0;
  };
}

function load() {
  const memory = new WebAssembly.Memory({ initial: 1 });
  return { wasm: instance(memory), memory: new Uint8Array(memory.buffer) };
}

function instance(memory: WebAssembly.Memory): Exports {
  module ??= compileModule(CHECKSUM_WASM);
  return new WebAssembly.Instance(module, { env: { memory } })
    .exports as unknown as Exports;
}
