/**
 * Which tools `docs probe` calls, and with which arguments.
 *
 * @module
 */

import type { Tool } from "@modelcontextprotocol/client";
import { didYouMean } from "../text/did_you_mean.ts";
import type { Schema } from "../upstream/adapt_arguments.ts";
import { UserError } from "../user_error.ts";
import { sampleArguments } from "./sample_arguments.ts";
import { propertyOf, varied, type Vary } from "./vary.ts";

/** Arguments of a call. */
export type CallArguments = Record<string, unknown>;

/** The user's choices. */
export interface PlanOptions {
  /** If not empty, call only these tools, read-only or not. */
  tools: readonly string[];
  /** Call all tools, read-only or not. */
  all: boolean;
  /** Arguments by tool, instead of generated ones. */
  args: ReadonlyMap<string, readonly CallArguments[]>;
  varies: readonly Vary[];
}

/** A tool and the arguments of its calls; empty if it is not called. */
export interface PlannedTool {
  tool: Tool;
  calls: CallArguments[];
}

/**
 * Plans the calls: of the named tools; else of all tools, if wanted; else of those with
 * `readOnlyHint`.
 *
 * @param tools as clients see them, without forced and dropped arguments
 * @throws {UserError} for an unknown tool, and for an argument that no tool has
 */
export function plan(
  tools: readonly Tool[],
  options: PlanOptions,
): PlannedTool[] {
  for (const name of options.tools) requireTool(name, "--tool", tools);
  for (const name of options.args.keys()) requireTool(name, "--args", tools);
  for (const { name } of options.varies) {
    if (tools.some((tool) => hasArgument(tool, name))) continue;
    throw new UserError(
      `--vary ${name}: no tool has an argument of that name`,
      "See their schemas with --json; arguments that are forced or dropped cannot vary.",
    );
  }
  return tools.map((tool) => ({
    tool,
    calls: isCalled(tool, options) ? callsOf(tool, options) : [],
  }));
}

/** Whether a tool is annotated as read-only. */
export function isReadOnly({ annotations }: Tool): boolean {
  return annotations?.readOnlyHint === true;
}

/** Whether a tool has an argument of this name. */
export function hasArgument(tool: Tool, name: string): boolean {
  return propertyOf(tool.inputSchema as Schema, name) !== undefined;
}

function isCalled(tool: Tool, { tools, all }: PlanOptions): boolean {
  return tools.length > 0 ? tools.includes(tool.name) : all || isReadOnly(tool);
}

function callsOf(tool: Tool, { args, varies }: PlanOptions): CallArguments[] {
  const schema = tool.inputSchema as Schema;
  const bases = args.get(tool.name) ?? [sampleArguments(schema)];
  const own = varies.filter(({ name }) => hasArgument(tool, name));
  return bases.flatMap((base) => varied(base, own, schema));
}

function requireTool(name: string, flag: string, tools: readonly Tool[]): void {
  const names = tools.map(({ name }) => name);
  if (names.includes(name)) return;
  const meant = didYouMean(name, names);
  throw new UserError(
    `${flag}: there is no tool ${JSON.stringify(name)}`,
    meant !== undefined
      ? `Did you mean ${meant}?`
      : `Its tools: ${names.join(", ") || "none"}.`,
  );
}
