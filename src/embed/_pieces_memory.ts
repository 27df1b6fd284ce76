import { instantiate } from "../instantiate.ts";
import { PIECES_WASM } from "./_pieces_wasm.ts";

type Address =
  | "codes"
  | "base"
  | "check"
  | "pieceOf"
  | "slots"
  | "scores"
  | "unknown"
  | "best"
  | "piece"
  | "from"
  | "window"
  | "settle"
  | "kinds"
  | "scales"
  | "rows"
  | "dim"
  | "sum"
  | "words"
  | "steps"
  | "row"
  | "wide"
  | "memo"
  | "known"
  | "room";

/** What `pieces.wat` exports; arguments are byte addresses and counts. */
export type PiecesModule =
  & Record<Address, WebAssembly.Global>
  & {
    memory: WebAssembly.Memory;
    decode(utf8: number, end: number, out: number): number;
    enter(alphabet: number, count: number): void;
    encode(text: number, length: number, out: number): number;
    vector(pieces: number, end: number, out: number): number;
    begin(pieces: number): void;
    cover(pieces: number, end: number, out: number): void;
  };

/**
 * The linear memory of `pieces.wat`: tables that stay, one after another, then
 * scratch space for one call.
 */
export class PiecesMemory {
  readonly wasm: PiecesModule = instantiate<PiecesModule>(PIECES_WASM);
  /** Address where the scratch space begins. */
  #end = 0;

  /** Allocates zeroed bytes that are never freed; returns their address, a multiple of 16. */
  allocate(bytes: number): number {
    const at = this.#end;
    this.#end = (at + bytes + 15) & ~15;
    this.scratch(0);
    return at;
  }

  /** The address of at least `bytes` bytes of scratch space, which the next call reuses. */
  scratch(bytes: number): number {
    const { memory } = this.wasm;
    const missing = this.#end + bytes - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    return this.#end;
  }

  /** A view of `length` bytes at an address. Growing the memory detaches it. */
  bytes(at: number, length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.wasm.memory.buffer as ArrayBuffer, at, length);
  }
}
