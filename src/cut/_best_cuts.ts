import { boundaries, type Boundary } from "./_boundaries.ts";
import { CUT_COST, sizeCost } from "./_cut_costs.ts";
import { graphemeStart } from "./_grapheme.ts";
import type { Outline } from "../document/outline.ts";

/**
 * The cheapest way to cut `text[start, end)`: the shortest path over its
 * boundaries, where a step costs what the passage's size and its end cost.
 *
 * @param outline Of the whole document.
 * @param passageSize The wished size; no span is longer than twice it.
 * @param force See `BoundaryOptions`.
 * @returns The passages' spans, overlap included; `undefined` when there is no
 *   way within the limit.
 */
export function bestCuts(
  text: string,
  start: number,
  end: number,
  outline: Outline,
  { passageSize, overlap }: { passageSize: number; overlap: number },
  force: boolean,
): [number, number][] | undefined {
  const limit = 2 * passageSize;
  const fine = passageSize / 2;
  const places: Boundary[] = [
    { at: start, cost: CUT_COST.block, glue: 0, barrier: start },
    ...boundaries(text, start, end, outline, { limit, fine, force }),
    { at: end, cost: 0, glue: 0, barrier: end },
  ];
  const count = places.length;
  const begins = new Float64Array(count);
  const best = new Float64Array(count).fill(Infinity);
  const from = new Int32Array(count).fill(-1);
  begins[0] = start;
  best[0] = 0;
  for (let to = 1; to < count; to++) {
    const { at, cost, glue } = places[to]!;
    for (let i = to - 1; i >= 0 && at - places[i]!.at <= limit; i--) {
      const length = at - begins[i]!;
      if (length > limit) continue;
      const sum = best[i]! + cost + glue + sizeCost(length, passageSize);
      if (sum < best[to]!) {
        best[to] = sum;
        from[to] = i;
      }
    }
    begins[to] = overlapStart(text, places, to, overlap);
  }
  if (from[count - 1]! < 0) return undefined;
  const spans: [number, number][] = [];
  for (let to = count - 1; to > 0; to = from[to]!) {
    spans.push([begins[from[to]!]!, places[to]!.at]);
  }
  return spans.reverse();
}

/**
 * Where the passage that follows the cut at `places[index]` begins: at a good
 * boundary about `overlap` before it, at the cut where there is none.
 */
function overlapStart(
  text: string,
  places: Boundary[],
  index: number,
  overlap: number,
): number {
  const { at, cost, barrier } = places[index]!;
  const nearest = at - overlap / 3;
  if (overlap === 0 || barrier > nearest) return at;
  let start = at;
  let least = Infinity;
  for (let i = index - 1; i >= 0; i--) {
    const place = places[i]!;
    if (place.at < barrier || place.at < at - 2 * overlap) break;
    if (place.at > nearest) continue;
    const distance = Math.abs(at - place.at - overlap) / overlap;
    const badness = place.cost / 2 + 40 * distance;
    if (badness < least) {
      least = badness;
      start = place.at;
    }
  }
  // Only within a sentence is an overlap worth a start in mid-word.
  if (start < at || cost < CUT_COST.comma) return start;
  const wished = Math.max(barrier, at - overlap);
  return graphemeStart(
    text,
    wished,
    Math.max(barrier, wished - overlap / 2) - 1,
  );
}
