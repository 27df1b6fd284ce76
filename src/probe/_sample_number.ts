import type { Schema } from "../upstream/adapt_arguments.ts";

/** A bound of an interval; an exclusive one is not part of it. */
interface Bound {
  value: number;
  exclusive: boolean;
}

/**
 * A number within the limits of a schema: 1, or one near it. Different turns give
 * different numbers as long as there are others.
 *
 * @param whole whether it must be an integer
 * @param turn number of the sample, from 0
 */
export function sampleNumber(
  schema: Schema,
  whole: boolean,
  turn: number,
): number {
  const low = boundOf(schema.minimum, schema.exclusiveMinimum, -Infinity);
  const high = boundOf(schema.maximum, schema.exclusiveMaximum, Infinity);
  const step = Number(schema.multipleOf ?? (whole ? 1 : 0));
  return step > 0 ? stepped(low, high, step, turn) : between(low, high, turn);
}

/**
 * The narrower of an inclusive and an exclusive limit. In JSON Schema draft 4,
 * `exclusiveMinimum` is a boolean that makes `minimum` exclusive.
 *
 * @param none value without a limit: -Infinity for a lower one, Infinity for an upper
 */
function boundOf(limit: unknown, exclusive: unknown, none: number): Bound {
  const value = typeof limit === "number" ? limit : none;
  if (typeof exclusive !== "number") {
    return { value, exclusive: exclusive === true };
  }
  const isNarrower = none < 0 ? exclusive >= value : exclusive <= value;
  return isNarrower
    ? { value: exclusive, exclusive: true }
    : { value, exclusive: false };
}

function stepped(low: Bound, high: Bound, step: number, turn: number): number {
  const first = low.exclusive
    ? Math.floor(low.value / step) + 1
    : Math.ceil(low.value / step);
  const last = high.exclusive
    ? Math.ceil(high.value / step) - 1
    : Math.floor(high.value / step);
  const begin = Math.min(Math.max(Math.ceil(1 / step), first), last);
  if (begin + turn <= last) return (begin + turn) * step;
  if (first === -Infinity) return (begin - turn) * step;
  // No more numbers: start again.
  const count = Math.max(last - first + 1, 1);
  return (first + (begin - first + turn) % count) * step;
}

function between(low: Bound, high: Bound, turn: number): number {
  const isInside = (value: number) =>
    (low.exclusive ? value > low.value : value >= low.value) &&
    (high.exclusive ? value < high.value : value <= high.value);
  const begin = isInside(1)
    ? 1
    : high.value === Infinity
    ? low.value + (low.exclusive ? 1 : 0)
    : low.value === -Infinity
    ? high.value - (high.exclusive ? 1 : 0)
    : low.value + (high.value - low.value) / 2;
  if (turn === 0) return begin;
  if (high.value === Infinity) return begin + turn;
  if (low.value === -Infinity) return begin - turn;
  // Approaches a limit without reaching it.
  const limit = begin < high.value ? high.value : low.value;
  return begin + (limit - begin) * turn / (turn + 1);
}
