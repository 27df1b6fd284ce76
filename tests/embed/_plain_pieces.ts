import type { Region } from "../../src/files/region.ts";

// deno-lint-ignore no-control-regex -- they are meant.
const CONTROLS = /[\x01-\x08\x0b\x0e-\x1f\x7f\x8f\x9f]/g;
const SPACES = /[\t\n\f\r \u1680\u200b-\u200f\u2028\u2029\u2581\ufeff\ufffd]+/g;

/**
 * The tokenizer of `pieces.wat`, from the same file and without any haste: the
 * segmentation of a text in which the scores of the pieces have the highest sum
 * (unigram language model, Kudo 2018; found as Viterbi 1967 has it, from left to
 * right). A character that is no piece counts `unknown` and has no id.
 *
 * The file's layout is in `src/embed/static_ja_en/README.md`.
 */
export class PlainPieces {
  /** Id and score by text. */
  readonly #pieces = new Map<string, { id: number; score: number }>();
  readonly #unknown: number;
  /** UTF-16 units of the longest piece. */
  #longest = 0;

  constructor(file: Region) {
    const view = new DataView(file.read(0, file.size).slice().buffer);
    const [pieces, units, slots] = [8, 12, 16]
      .map((at) => view.getUint32(at, true));
    this.#unknown = view.getFloat32(28, true);
    const padded = (bytes: number) => (bytes + 3) & ~3;
    const scores = 32, base = scores + 4 * pieces, check = base + 4 * slots;
    const ends = check + padded(2 * slots), alphabet = ends + padded(2 * slots);
    // A trie in two arrays: from slot s by the unit of code c to base[s] + c,
    // if check has c there. So each slot has one parent, which is looked up.
    const parents = new Map<number, number>();
    for (let slot = 0; slot < slots; slot++) {
      const at = view.getInt32(base + 4 * slot, true);
      if (at !== 0) parents.set(at, slot);
    }
    const codeAt = (slot: number) => view.getUint16(check + 2 * slot, true);
    for (let leaf = 0; leaf < slots; leaf++) {
      const id = view.getUint16(ends + 2 * leaf, true);
      if (id === 0xffff || id >= pieces) continue;
      let text = "";
      for (let slot: number | undefined = leaf; slot;) {
        const code = codeAt(slot);
        const unit = view.getUint16(alphabet + 2 * (code - 1), true);
        text = String.fromCharCode(unit) + text;
        slot = parents.get(slot - code);
      }
      this.#longest = Math.max(this.#longest, text.length);
      const score = view.getFloat32(scores + 4 * id, true);
      this.#pieces.set(text, { id, score });
    }
    if (units === 0) throw new Error("no alphabet");
  }

  /** Number of pieces that a text can be cut into. */
  get size(): number {
    return this.#pieces.size;
  }

  /** The ids of the pieces of a text, in order. */
  encode(text: string): number[] {
    const normal = normalForm(text);
    /** The best way to each place, from the start. */
    const ways: { score: number; from: number; id?: number }[] = [
      { score: 0, from: 0 },
    ];
    const reach = (place: number, from: number, score: number, id?: number) => {
      score += ways[from].score;
      if (score > (ways[place]?.score ?? -Infinity)) {
        ways[place] = { score, from, id };
      }
    };
    for (let from = 0; from < normal.length; from++) {
      if (ways[from] === undefined) continue; // within a surrogate pair
      const most = Math.min(normal.length, from + this.#longest);
      for (let end = from + 1; end <= most; end++) {
        const piece = this.#pieces.get(normal.slice(from, end));
        if (piece !== undefined) reach(end, from, piece.score, piece.id);
      }
      const one = String.fromCodePoint(normal.codePointAt(from)!);
      if (!this.#pieces.has(one)) {
        reach(from + one.length, from, this.#unknown);
      }
    }
    const ids: number[] = [];
    for (let at = normal.length; at > 0; at = ways[at].from) {
      const { id } = ways[at];
      if (id !== undefined) ids.unshift(id);
    }
    return ids;
  }
}

/**
 * NFKC without control characters, with a U+2581 for any number of spaces and
 * one in front. Half of a surrogate pair becomes U+FFFD, which is a space here.
 */
function normalForm(text: string): string {
  const kept = text.normalize("NFKC").toWellFormed().replace(CONTROLS, "");
  return kept === "" ? "" : `\u2581${kept}`.replace(SPACES, "\u2581");
}
