/**
 * The report of `docs probe` for people. What comes from the server is made
 * harmless for a terminal.
 *
 * @module
 */

import { isObject } from "../../is_object.ts";
import { OUTCOMES } from "../../probe/judge.ts";
import type { ProbedCall } from "../../probe/probe.ts";
import type { Report, ReportedTool } from "../../probe/report.ts";
import { flatten, typeOf } from "../../probe/schema.ts";
import { visible } from "../../text/visible.ts";
import type { Schema } from "../../upstream/adapt_arguments.ts";
import type { Style } from "../terminal/style.ts";
import { displayWidth, truncate } from "../terminal/width.ts";
import { plural } from "../../text/quantity.ts";

/** Columns that arguments may take in the table. */
const ARGUMENTS = 40;

/** Fewest columns of a sample. */
const SAMPLE = 24;

const HEADER = ["answer", "items", "chars", "ms", "arguments", "sample"];
/** Columns of numbers. */
const RIGHT = [1, 2, 3];

/**
 * The report, line by line.
 *
 * @param advice what would make the answers fit
 * @param columns of the terminal
 */
export function* probeLines(
  report: Report,
  advice: readonly string[],
  style: Style,
  columns: number,
): Generator<string> {
  const { upstream, server, tools, calls } = report;
  const called = tools.filter((it) => it.called);
  const about = server
    ? `: ${visible(`${server.name} ${server.version}`)}`
    : "";
  yield `${upstream}${about}, ${plural(tools.length, "tool")}`;
  const rows = new Map(called.map((tool) => [tool, rowsOf(tool, calls)]));
  const widths = widthsOf([HEADER, ...[...rows.values()].flat()]);
  for (const tool of called) {
    yield "";
    yield* toolLines(tool, style, columns);
    const each = shared(calls.filter((call) => call.tool === tool.name));
    if (Object.keys(each).length > 0) {
      yield truncate(`  each with ${argumentsText(each)}`, columns);
    }
    yield style.dim(line(HEADER, widths, columns));
    for (const row of rows.get(tool)!) yield line(row, widths, columns);
  }
  const others = tools.filter((it) => !it.called);
  if (others.length > 0) {
    yield "";
    yield "Not called, as nothing says that they only read, or others were named:";
    for (const tool of others) {
      yield "";
      yield* toolLines(tool, style, columns);
      yield `    ${tool.command}`;
    }
  }
  yield "";
  yield summary(report);
  for (const text of advice) yield visible(text);
}

function summary({ calls, counts }: Report): string {
  if (calls.length === 0) return "Nothing was called.";
  const parts = OUTCOMES.filter((it) => counts[it] > 0)
    .map((it) => `${counts[it]} ${it}`);
  return `${plural(calls.length, "call")}: ${parts.join(", ")}`;
}

function* toolLines(
  { name, description = "", inputSchema }: ReportedTool,
  style: Style,
  columns: number,
): Generator<string> {
  const schema = inputSchema as Schema;
  const { properties, required } = flatten(schema, schema);
  const args = Object.entries(isObject(properties) ? properties : {}).map((
    [key, property],
  ) =>
    `${key}${Array.isArray(required) && required.includes(key) ? "" : "?"}: ${
      typeText(property, schema)
    }`
  );
  yield style.bold(visible(name)) + visible(`(${args.join(", ")})`);
  const said = visible(description);
  if (said !== "") yield truncate(`  ${said}`, columns);
}

/** `integer 1..30`, `"ja" | "en"`, `string[]`. */
function typeText(said: unknown, root: Schema, depth = 0): string {
  const schema = isObject(said) ? flatten(said, root) : {};
  if (Array.isArray(schema.enum)) {
    return schema.enum.map((it) => JSON.stringify(it)).join(" | ");
  }
  const type = typeOf(schema);
  if (type === "array" && depth < 3) {
    return `${typeText(schema.items, root, depth + 1)}[]`;
  }
  const { minimum, maximum } = schema;
  return minimum === undefined && maximum === undefined
    ? type
    : `${type} ${minimum ?? ""}..${maximum ?? ""}`;
}

function rowsOf(tool: ReportedTool, calls: readonly ProbedCall[]): string[][] {
  const own = calls.filter((call) => call.tool === tool.name);
  const each = shared(own);
  return own.map(({ outcome, items, chars, ms, arguments: args, sample }) => {
    const varying = Object.entries(args)
      .filter(([key]) => !Object.hasOwn(each, key));
    return [
      outcome,
      items === undefined ? "" : number(items),
      number(chars),
      number(ms),
      truncate(argumentsText(Object.fromEntries(varying)), ARGUMENTS),
      visible(sample),
    ];
  });
}

/** Arguments that are the same in all of several calls. */
function shared(calls: readonly ProbedCall[]): Record<string, unknown> {
  const [first, ...others] = calls;
  if (first === undefined || others.length === 0) return {};
  return Object.fromEntries(
    Object.entries(first.arguments).filter(([key, value]) =>
      others.every(({ arguments: args }) =>
        Object.hasOwn(args, key) &&
        JSON.stringify(args[key]) === JSON.stringify(value)
      )
    ),
  );
}

function argumentsText(args: Record<string, unknown>): string {
  return visible(
    Object.entries(args).map(([key, value]) =>
      `${key}=${JSON.stringify(value)}`
    ).join(" "),
  );
}

function widthsOf(rows: readonly string[][]): number[] {
  return HEADER.map((_, at) =>
    Math.max(...rows.map((row) => displayWidth(row[at]!)))
  );
}

function line(
  row: readonly string[],
  widths: readonly number[],
  columns: number,
): string {
  const last = row.length - 1;
  const cells = row.slice(0, last).map((cell, at) => {
    const space = " ".repeat(widths[at]! - displayWidth(cell));
    return RIGHT.includes(at) ? space + cell : cell + space;
  });
  const start = `  ${cells.join("  ")}  `;
  const left = Math.max(columns - displayWidth(start), SAMPLE);
  return (start + truncate(row[last]!, left)).trimEnd();
}

function number(value: number): string {
  return value.toLocaleString("en");
}
