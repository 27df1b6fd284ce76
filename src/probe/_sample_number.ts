import type { Schema } from "../upstream/adapt_arguments.ts";

/** 1, or the number nearest to it that the limits allow. */
export function sampleNumber(
  schema: Schema,
  whole: boolean,
  turn: number,
): number {
  const bound = (inclusive: unknown, exclusive: unknown) => ({
    // In draft 4 `exclusiveMinimum` says of `minimum` whether it is meant so.
    at: Number(
      (typeof exclusive === "number" ? exclusive : inclusive) ?? NaN,
    ),
    open: typeof exclusive === "number" || exclusive === true,
  });
  const low = bound(schema.minimum, schema.exclusiveMinimum);
  const high = bound(schema.maximum, schema.exclusiveMaximum);
  const step = Number(schema.multipleOf ?? (whole ? 1 : NaN));
  if (step > 0) {
    const first = Number.isNaN(low.at)
      ? -Infinity
      : low.open
      ? Math.floor(low.at / step) + 1
      : Math.ceil(low.at / step);
    const last = Number.isNaN(high.at)
      ? Infinity
      : high.open
      ? Math.ceil(high.at / step) - 1
      : Math.floor(high.at / step);
    const wanted = Math.ceil(1 / step);
    const begin = Math.min(Math.max(wanted, first), last);
    // Further ones go up, and from the top down again.
    const count = begin + turn <= last ? begin + turn : begin - turn;
    return count * step;
  }
  const over = (value: number) => low.open ? value > low.at : value >= low.at;
  const under = (value: number) =>
    high.open ? value < high.at : value <= high.at;
  const inside = (value: number) =>
    (Number.isNaN(low.at) || over(value)) &&
    (Number.isNaN(high.at) || under(value));
  const wanted = 1 + turn;
  if (inside(wanted)) return wanted;
  if (Number.isNaN(low.at)) return high.at - (high.open ? 1 : 0) - turn;
  if (Number.isNaN(high.at)) return low.at + (low.open ? 1 : 0) + turn;
  return low.at + (high.at - low.at) / (turn + 2);
}
