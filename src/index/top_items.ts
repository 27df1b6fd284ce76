/**
 * Selects the `limit` items with the greatest sort keys, the best first, and of
 * equal scores the lower number first. The native sort of 64-bit integers takes
 * microseconds; a heap in JavaScript that is not optimised yet takes over 1 ms for
 * 256 of 5,000 items.
 *
 * @param keys One per item, as the WebAssembly modules write them; sorted in place.
 * High 32 bits: grow with the score. Low 32 bits: the complement of the item number.
 * @param limit Maximum number of items.
 * @param scoreOf Returns the score of an item, given the index of its sorted key.
 */
export function topItems(
  keys: BigUint64Array,
  limit: number,
  scoreOf: (item: number, at: number) => number,
): [item: number, score: number][] {
  keys.sort();
  const words = new Uint32Array(keys.buffer, keys.byteOffset, 2 * keys.length);
  const best: [number, number][] = [];
  const last = keys.length - 1;
  for (let at = last; at >= 0 && at > last - limit; at--) {
    const item = ~words[2 * at]! >>> 0;
    best.push([item, scoreOf(item, at)]);
  }
  return best;
}
