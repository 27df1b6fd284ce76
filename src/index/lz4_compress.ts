/** Candidates tried for each match; more gains little on text. */
const MAX_TRIES = 64;

const HASH_BITS = 15;
/** Limits of the format, in bytes: see its "End of block conditions". */
const LAST_LITERALS = 5, MATCH_LIMIT = 12, MIN_MATCH = 4, MAX_DISTANCE = 65535;

/**
 * Compresses bytes to the LZ4 block format (lz4/doc/lz4_Block_format.md), with hash
 * chains and lazy matching like the reference implementation's LZ4_HC; about 10
 * MB/s.
 */
export function compress(input: Uint8Array): Uint8Array<ArrayBuffer> {
  const chains = new HashChains(input);
  // Worst case of the format: nothing repeats.
  const out = new Output(input.length + Math.ceil(input.length / 255) + 16);
  const limit = input.length - MATCH_LIMIT;
  let anchor = 0;
  for (let at = 0; at <= limit;) {
    let match = chains.longest(at);
    if (match.length < MIN_MATCH) {
      at++;
      continue;
    }
    // Lazy matching: a longer match one byte later is worth a literal.
    while (at + 1 <= limit) {
      const next = chains.longest(at + 1);
      if (next.length <= match.length) break;
      match = next;
      at++;
    }
    out.sequence(input.subarray(anchor, at), match);
    at += match.length;
    anchor = at;
  }
  out.sequence(input.subarray(anchor));
  return out.bytes();
}

interface Match {
  length: number;
  distance: number;
}

/** Hash chains: earlier positions of every four bytes, the latest first. */
class HashChains {
  readonly #input: Uint8Array;
  readonly #head = new Int32Array(1 << HASH_BITS).fill(-1);
  readonly #previous: Int32Array;
  #entered = 0;

  constructor(input: Uint8Array) {
    this.#input = input;
    this.#previous = new Int32Array(input.length);
  }

  /** The longest match at a position; length 0 if there is none. */
  longest(at: number): Match {
    while (this.#entered < at) this.#enter(this.#entered++);
    const input = this.#input, end = input.length - LAST_LITERALS;
    let best = 0, distance = 0;
    let place = this.#head[this.#hash(at)]!;
    for (let tries = MAX_TRIES; tries > 0 && place >= 0; tries--) {
      if (at - place > MAX_DISTANCE) break;
      if (input[place + best] === input[at + best]) {
        let length = 0;
        while (
          at + length < end && input[place + length] === input[at + length]
        ) length++;
        if (length > best) best = length, distance = at - place;
      }
      place = this.#previous[place]!;
    }
    return { length: best < MIN_MATCH ? 0 : best, distance };
  }

  #enter(at: number): void {
    const hash = this.#hash(at);
    this.#previous[at] = this.#head[hash]!;
    this.#head[hash] = at;
  }

  /** Knuth's multiplicative hash of four bytes. */
  #hash(at: number): number {
    const input = this.#input;
    const word = input[at]! | input[at + 1]! << 8 | input[at + 2]! << 16 |
      input[at + 3]! << 24;
    return Math.imul(word, 2654435761) >>> (32 - HASH_BITS);
  }
}

class Output {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  /** Writes literals and the match after them; the last sequence has no match. */
  sequence(literals: Uint8Array, match?: Match): void {
    const more = match === undefined ? 0 : match.length - MIN_MATCH;
    this.#byte(
      Math.min(15, literals.length) << 4 | Math.min(15, more),
    );
    this.#rest(literals.length);
    this.#bytes.set(literals, this.#length);
    this.#length += literals.length;
    if (match === undefined) return;
    this.#byte(match.distance & 255);
    this.#byte(match.distance >> 8);
    this.#rest(more);
  }

  /** The rest of a length that does not fit into the token. */
  #rest(length: number): void {
    if (length < 15) return;
    for (length -= 15; length >= 255; length -= 255) this.#byte(255);
    this.#byte(length);
  }

  #byte(value: number): void {
    this.#bytes[this.#length++] = value;
  }
}
