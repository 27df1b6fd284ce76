import type { Schema } from "../upstream/adapt_arguments.ts";

/** A limit: where it is, and whether that number itself is outside. */
interface Limit {
  at: number;
  open: boolean;
}

/**
 * 1, or the number nearest to it that the limits allow; for each further turn
 * another one, as long as there are others.
 *
 * @param whole whether it must be an integer
 */
export function sampleNumber(
  schema: Schema,
  whole: boolean,
  turn: number,
): number {
  const low = limitOf(schema.minimum, schema.exclusiveMinimum, -Infinity);
  const high = limitOf(schema.maximum, schema.exclusiveMaximum, Infinity);
  const step = Number(schema.multipleOf ?? (whole ? 1 : 0));
  return step > 0 ? stepped(low, high, step, turn) : between(low, high, turn);
}

/**
 * The narrower of both limits. In draft 4 `exclusiveMinimum` says of `minimum`
 * whether it is meant so.
 */
function limitOf(limit: unknown, exclusive: unknown, none: number): Limit {
  const at = typeof limit === "number" ? limit : none;
  if (typeof exclusive !== "number") return { at, open: exclusive === true };
  const isNarrower = none < 0 ? exclusive >= at : exclusive <= at;
  return isNarrower ? { at: exclusive, open: true } : { at, open: false };
}

function stepped(low: Limit, high: Limit, step: number, turn: number): number {
  const first = low.open
    ? Math.floor(low.at / step) + 1
    : Math.ceil(low.at / step);
  const last = high.open
    ? Math.ceil(high.at / step) - 1
    : Math.floor(high.at / step);
  const begin = Math.min(Math.max(Math.ceil(1 / step), first), last);
  if (begin + turn <= last) return (begin + turn) * step;
  if (first === -Infinity) return (begin - turn) * step;
  // Round and round.
  const count = Math.max(last - first + 1, 1);
  return (first + (begin - first + turn) % count) * step;
}

function between(low: Limit, high: Limit, turn: number): number {
  const isInside = (value: number) =>
    (low.open ? value > low.at : value >= low.at) &&
    (high.open ? value < high.at : value <= high.at);
  const begin = isInside(1)
    ? 1
    : high.at === Infinity
    ? low.at + (low.open ? 1 : 0)
    : low.at === -Infinity
    ? high.at - (high.open ? 1 : 0)
    : low.at + (high.at - low.at) / 2;
  if (turn === 0) return begin;
  if (high.at === Infinity) return begin + turn;
  if (low.at === -Infinity) return begin - turn;
  // Nearer and nearer to a limit, never there.
  const limit = begin < high.at ? high.at : low.at;
  return begin + (limit - begin) * turn / (turn + 1);
}
