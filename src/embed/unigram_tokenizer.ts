import { UserError } from "../user_error.ts";
import type { Region } from "../artifact/region.ts";

const MAGIC = 0x31544a53; // "SJT1"
const VERSION = 1;
const HEADER_BYTES = 32;
/** In the trie's id column: no piece ends in this slot. */
const NO_PIECE = 0xffff;
/** In place of a code: the unit is in no piece. */
const NO_CODE = 0xffff;
/** The best segmentation is settled after at most this many UTF-16 units. */
const WINDOW = 4096;
/** From here on it is settled at the first place that no piece spans. */
const SETTLE_AFTER = 1024;

/**
 * Cuts a text into the pieces of a unigram language model: of all
 * segmentations the one with the highest sum of piece scores.
 *
 * The pieces are a double-array trie over UTF-16 units, packed in a file whose
 * layout is in `static_ja_en/README.md`. The file is read whole (590 KB) and
 * used through views. An instance has working memory of its own: calls must
 * not overlap, which synchronous calls never do.
 */
export class UnigramTokenizer {
  /** Number of pieces, special ones included; ids are below it. */
  readonly size: number;

  readonly #unknownScore: number;
  readonly #scores: Float32Array;
  readonly #base: Int32Array;
  readonly #check: Uint16Array;
  readonly #pieceOf: Uint16Array;
  /** The UTF-16 units that are in pieces; the trie's code of one is its place plus 1. */
  readonly #alphabet: Uint16Array;
  /**
   * UTF-16 unit to the trie's code for it, `NO_CODE` when it is in no piece, 0
   * when it was not yet looked up: entering all 6,034 would cost a query of 20
   * characters more than looking those up.
   */
  readonly #codes = new Uint16Array(0x10000);

  // The lattice of one window, by offset in it: the best way to reach the offset.
  readonly #best: Float64Array;
  readonly #piece: Int32Array;
  readonly #from: Int32Array;

  /**
   * @throws {UserError} when the region is not such a file or is cut short.
   */
  constructor(region: Region) {
    if (region.size < HEADER_BYTES) throw damaged("it is too short");
    const bytes = region.read(0, region.size);
    const header = new DataView(bytes.buffer, 0, HEADER_BYTES);
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
    this.#unknownScore = header.getFloat32(28, true);
    let offset = HEADER_BYTES;
    this.#scores = new Float32Array(bytes.buffer, offset, pieces);
    offset += 4 * pieces;
    this.#base = new Int32Array(bytes.buffer, offset, slots);
    offset += 4 * slots;
    this.#check = new Uint16Array(bytes.buffer, offset, slots);
    offset += padded(slots);
    this.#pieceOf = new Uint16Array(bytes.buffer, offset, slots);
    offset += padded(slots);
    this.#alphabet = new Uint16Array(bytes.buffer, offset, units);
    const longest = Math.max(2, field(6)); // piece, or pair, in UTF-16 units
    this.#best = new Float64Array(WINDOW + longest);
    this.#piece = new Int32Array(WINDOW + longest);
    this.#from = new Int32Array(WINDOW + longest);
  }

  /**
   * The ids of the pieces of a text, in order. Characters that are in no piece
   * are left out.
   *
   * Memory beyond the result does not grow with the text: the search for the
   * best segmentation is settled wherever no piece spans a place, which loses
   * nothing, and only after 4096 units without such a place by force.
   */
  encode(text: string): number[] {
    const normal = normalize(text);
    const ids: number[] = [];
    let start = 0;
    while (start < normal.length) start = this.#window(normal, start, ids);
    return ids;
  }

  /** Appends the pieces of a stretch that begins at `start`; returns where it ends. */
  #window(text: string, start: number, ids: number[]): number {
    const best = this.#best, piece = this.#piece, from = this.#from;
    const limit = Math.min(start + WINDOW, text.length);
    best.fill(-Infinity);
    best[0] = 0;
    let reach = start; // the farthest offset that a piece leads to
    let i = start;
    for (; i < limit; i++) {
      if (i === reach && i - start >= SETTLE_AFTER) break;
      const score = best[i - start];
      if (score === -Infinity) continue; // inside a surrogate pair
      const end = this.#piecesAt(text, i, start, score);
      if (end > reach) reach = end;
    }
    // A window may end inside a surrogate pair; its second half belongs to it.
    const end = best[i - start] === -Infinity ? i + 1 : i;
    const first = ids.length;
    for (let at = end - start; at > 0; at = from[at]) {
      if (piece[at] >= 0) ids.push(piece[at]);
    }
    reverseFrom(ids, first);
    return end;
  }

  /** Enters every piece that begins at `i` into the lattice; returns the end of the longest. */
  #piecesAt(
    text: string,
    i: number,
    start: number,
    score: number,
  ): number {
    const best = this.#best, piece = this.#piece, from = this.#from;
    const base = this.#base, check = this.#check, pieceOf = this.#pieceOf;
    const width = isPairAt(text, i) ? 2 : 1;
    let known = false; // whether the character itself is a piece
    let reach = i + width;
    let slot = 0;
    for (let j = i; j < text.length;) {
      const unit = text.charCodeAt(j);
      const code = this.#codes[unit] || this.#lookUp(unit);
      const children = base[slot];
      if (code === NO_CODE || children === 0) break;
      slot = children + code;
      if (slot >= check.length || check[slot] !== code) break;
      j++;
      const id = pieceOf[slot];
      if (id === NO_PIECE) continue;
      if (j === i + width) known = true;
      if (j > reach) reach = j;
      const sum = score + this.#scores[id];
      const at = j - start;
      if (sum > best[at]) best[at] = sum, piece[at] = id, from[at] = i - start;
    }
    if (!known) {
      const at = i + width - start;
      const sum = score + this.#unknownScore;
      if (sum > best[at]) best[at] = sum, piece[at] = -1, from[at] = i - start;
    }
    return reach;
  }

  #lookUp(unit: number): number {
    const place = this.#alphabet.indexOf(unit);
    return this.#codes[unit] = place < 0 ? NO_CODE : place + 1;
  }
}

/** Controls that are dropped. */
// deno-lint-ignore no-control-regex
const DROPPED = /[\x01-\x08\x0b\x0e-\x1f\x7f\x8f\x9f]+/g;
/** What counts as a space: line ends, spaces of every width, zero-width and direction marks, BOM, U+FFFD and ▁ itself. */
const SPACES =
  /[\t\n\f\r\xa0\u1680\u2000-\u200f\u2028\u2029\u202f\u205f\u2581\u3000\ufeff\ufffd]/g;

/** The model's normal form: NFKC, one ▁ for any number of spaces, and one in front. */
function normalize(text: string): string {
  const normal = text.replace(DROPPED, "").replace(SPACES, " ")
    .normalize("NFKC").replace(/ +/g, "▁");
  return normal === "" || normal[0] === "▁" ? normal : "▁" + normal;
}

function isPairAt(text: string, i: number): boolean {
  return text.codePointAt(i)! > 0xffff;
}

function reverseFrom(list: number[], first: number): void {
  for (let a = first, b = list.length - 1; a < b; a++, b--) {
    const kept = list[a];
    list[a] = list[b], list[b] = kept;
  }
}

function damaged(why: string): UserError {
  return new UserError(
    `the tokenizer file of the embedder cannot be used: ${why}`,
    "Get this program again, or restore src/embed/static_ja_en/tokenizer-ja-en.bin.",
  );
}
