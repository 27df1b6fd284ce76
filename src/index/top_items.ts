/**
 * Ranks what WebAssembly found: sorts its keys and gives the `limit` best, best
 * first. The engine sorts 64-bit numbers natively, which is done in microseconds,
 * where a heap in code of ours that has just been started takes over 1 ms for 256
 * of 5,000 items.
 *
 * @param keys A key orders as its item ranks: above, something that grows with
 * the score; below, 32 bits that are all ones without the item's number. They
 * are sorted in place.
 * @param limit How many.
 * @param scoreOf The score of an item, whose key is now at place `at`.
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
