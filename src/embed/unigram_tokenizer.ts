import { UserError } from "../user_error.ts";
import type { Region } from "../files/region.ts";
import { PiecesMemory } from "./_pieces_memory.ts";

const MAGIC = 0x31544a53; // "SJT1"
const VERSION = 1;
const HEADER_BYTES = 32;
/** The best segmentation is settled after at most this many UTF-16 units. */
const WINDOW = 4096;
/** From here on it is settled at the first place that no piece spans. */
const SETTLE_AFTER = 1024;

/** A text in the model's normal form, and its pieces. */
export interface Pieces {
  /** What the pieces are pieces of, as UTF-16. Good until the next call. */
  normal: Uint16Array<ArrayBuffer>;
  /** `Int32Array[2 n]`: each piece's id and the offset of `normal` at which it ends. Good until the next call. */
  pairs: Int32Array;
}

/**
 * Cuts a text into the pieces of a unigram language model: of all
 * segmentations the one with the highest sum of piece scores. It runs in
 * WebAssembly (`pieces.wat`), since a search has some twenty thousand
 * characters to cut before the engine has compiled any code of ours.
 *
 * The pieces are a double-array trie over UTF-16 units, packed in a file whose
 * layout is in `static_ja_en/README.md`. The file is read whole (590 KB).
 */
export class UnigramTokenizer {
  /** Number of pieces, special ones included; ids are below it. */
  readonly size: number;
  /** Where the tables are; late interaction puts its own beside them. */
  readonly memory = new PiecesMemory();

  readonly #utf8 = new TextEncoder();

  /**
   * @throws {UserError} when the region is not such a file or is cut short.
   */
  constructor(region: Region) {
    if (region.size < HEADER_BYTES) throw damaged("it is too short");
    const header = new DataView(region.read(0, HEADER_BYTES).buffer);
    const field = (i: number) => header.getUint32(4 * i, true);
    if (field(0) !== MAGIC || field(1) !== VERSION) {
      throw damaged("it is not an SJT1 file of version 1");
    }
    const pieces = field(2), units = field(3), slots = field(4);
    const padded = (count: number) => (2 * count + 3) & ~3;
    const expected = HEADER_BYTES + 4 * pieces + 4 * slots +
      2 * padded(slots) + padded(units);
    if (region.size !== expected) {
      throw damaged(`it has ${region.size} bytes, not ${expected}`);
    }
    this.size = pieces;
    const { memory } = this, { wasm } = memory;
    const file = memory.allocate(region.size);
    region.readInto(0, memory.bytes(file, region.size));
    let at = file + HEADER_BYTES;
    const table = (address: WebAssembly.Global, bytes: number) => {
      address.value = at;
      at += bytes;
    };
    table(wasm.scores, 4 * pieces);
    table(wasm.base, 4 * slots);
    table(wasm.check, padded(slots));
    table(wasm.pieceOf, padded(slots));
    wasm.slots.value = slots;
    wasm.unknown.value = header.getFloat32(28, true);
    wasm.window.value = WINDOW;
    wasm.settle.value = SETTLE_AFTER;
    const longest = Math.max(2, field(6)); // piece, or pair, in UTF-16 units
    wasm.best.value = memory.allocate(8 * (WINDOW + longest));
    wasm.piece.value = memory.allocate(4 * (WINDOW + longest));
    wasm.from.value = memory.allocate(4 * (WINDOW + longest));
    wasm.codes.value = memory.allocate(2 * 0x10000);
    wasm.enter(at, units);
  }

  /**
   * The ids of the pieces of a text, in order. Characters that are in no piece
   * are left out.
   */
  encode(text: string): number[] {
    const { pairs } = this.pieces(text);
    const ids = new Array<number>(pairs.length / 2);
    for (let i = 0; i < ids.length; i++) ids[i] = pairs[2 * i]!;
    return ids;
  }

  /**
   * The pieces with their places.
   *
   * The model drops controls before NFKC and this after it, which differs only
   * where one stands between a letter and the mark that combines with it.
   *
   * Memory is about 13 bytes a character of the text at hand: the search for the
   * best segmentation is settled wherever no piece spans a place, which loses
   * nothing, and only after 4096 units without such a place by force.
   */
  pieces(text: string): Pieces {
    const { memory } = this, { wasm } = memory;
    const nfkc = text.normalize("NFKC");
    // Pairs, then the text as UTF-16, then as UTF-8. A space is put in front.
    const most = nfkc.length + 1;
    const pairs = memory.scratch(13 * most + 16);
    const utf16 = pairs + 8 * most;
    const utf8 = utf16 + 2 * most;
    const { written } = this.#utf8.encodeInto(
      nfkc,
      memory.bytes(utf8, 3 * nfkc.length),
    );
    const units = wasm.decode(utf8, utf8 + written, utf16);
    const count = wasm.encode(utf16, units, pairs);
    const buffer = wasm.memory.buffer as ArrayBuffer;
    return {
      normal: new Uint16Array(buffer, utf16, units),
      pairs: new Int32Array(buffer, pairs, 2 * count),
    };
  }
}

function damaged(why: string): UserError {
  return new UserError(
    `the tokenizer file of the embedder cannot be used: ${why}`,
    "Get this program again, or restore src/embed/static_ja_en/tokenizer-ja-en.bin.",
  );
}
