import { UserError } from "../user_error.ts";
import type { Region } from "../files/region.ts";
import { PiecesMemory } from "./_pieces_memory.ts";

const MAGIC = 0x31544a53; // "SJT1"
const VERSION = 1;
const HEADER_BYTES = 32;
/** UTF-16 code units after which the best segmentation so far is fixed even inside a possible piece. */
const WINDOW = 4096;
/** UTF-16 code units after which it is fixed at the first position that no piece spans. */
const SETTLE_AFTER = 1024;

/** A normalised text and its pieces (tokens). Both are valid until the next call. */
export interface Pieces {
  /** The normalised text as UTF-16: NFKC, U+2581 for spaces and in front. */
  normal: Uint16Array<ArrayBuffer>;
  /** `Int32Array[2 n]`: for each piece its id and the offset in `normal` where it ends. */
  pairs: Int32Array;
}

/**
 * Unigram tokenizer (Kudo 2018, as in SentencePiece): splits a text into the pieces
 * of a vocabulary so that the sum of their scores is highest (Viterbi). It runs in
 * WebAssembly (`pieces.wat`): a search tokenizes some 20,000 characters before the
 * engine has optimised any JavaScript.
 *
 * The vocabulary is a double-array trie over UTF-16 code units; the file's layout is
 * in `static_ja_en/README.md`. The file is read whole (590 KB).
 */
export class UnigramTokenizer {
  /** Size of the vocabulary with special pieces; ids are smaller. */
  readonly size: number;
  /** Memory with the tables; `LateInteraction` adds its own. */
  readonly memory: PiecesMemory = new PiecesMemory();

  readonly #utf8 = new TextEncoder();

  /**
   * @param region An `SJT1` file.
   * @throws {UserError} when it is not such a file or is truncated.
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
    const longest = Math.max(2, field(6)); // piece or surrogate pair, in UTF-16 units
    wasm.best.value = memory.allocate(8 * (WINDOW + longest));
    wasm.piece.value = memory.allocate(4 * (WINDOW + longest));
    wasm.from.value = memory.allocate(4 * (WINDOW + longest));
    wasm.codes.value = memory.allocate(2 * 0x10000);
    wasm.enter(at, units);
  }

  /**
   * The ids of the pieces of a text, in order. Characters that are in no piece
   * are skipped.
   */
  encode(text: string): number[] {
    const { pairs } = this.pieces(text);
    const ids = new Array<number>(pairs.length / 2);
    for (let i = 0; i < ids.length; i++) ids[i] = pairs[2 * i]!;
    return ids;
  }

  /**
   * The pieces of a text with their positions.
   *
   * The original model drops control characters before NFKC, this one after it. The
   * results differ only where one stands between a letter and its combining mark.
   *
   * Needs about 13 bytes per character. The search keeps a window of at most 4096
   * code units: it fixes the segmentation at positions that no piece spans, which
   * loses nothing, and after 4096 units in any case.
   */
  pieces(text: string): Pieces {
    const { memory } = this, { wasm } = memory;
    const nfkc = text.normalize("NFKC");
    // Layout: pairs, text as UTF-16, text as UTF-8. One space is prepended.
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
    "Download or build this program again, or restore src/embed/static_ja_en/tokenizer-ja-en.bin.",
  );
}
