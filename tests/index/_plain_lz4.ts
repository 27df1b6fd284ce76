/**
 * The text of a block in the LZ4 block format (lz4/doc/lz4_Block_format.md): a
 * row of sequences, each some bytes as they are ("literals") and then a copy of
 * bytes that came before ("match"); the last one ends behind its literals.
 */
export function plainDecompress(block: Uint8Array): Uint8Array {
  const text: number[] = [];
  let at = 0;
  /** A length has four bits in the token, and more bytes while they are 255. */
  const length = (bits: number) => {
    let sum = bits;
    for (let more = bits === 15; more;) {
      more = block[at] === 255;
      sum += block[at++];
    }
    return sum;
  };
  while (at < block.length) {
    const token = block[at++];
    for (let left = length(token >> 4); left > 0; left--) {
      text.push(block[at++]);
    }
    if (at === block.length) break;
    const distance = block[at] + 256 * block[at + 1];
    at += 2;
    for (let left = 4 + length(token & 15); left > 0; left--) {
      text.push(text[text.length - distance]);
    }
  }
  return Uint8Array.from(text);
}

/**
 * Units `from` to `to` of a text in UTF-8, counted in UTF-16. A place within a
 * surrogate pair is the place before the pair.
 */
export function plainSliceUnits(
  utf8: Uint8Array,
  from: number,
  to: number,
): Uint8Array {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(utf8);
  const place = (unit: number) =>
    text.codePointAt(unit - 1)! > 0xffff ? unit - 1 : unit;
  return new TextEncoder().encode(text.slice(place(from), place(to)));
}
