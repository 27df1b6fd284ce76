import type { OpenIndex } from "../app/live_index.ts";

/** What JSON can hold. */
export type Json =
  | string
  | number
  | boolean
  | null
  | Json[]
  | { [key: string]: Json };

/** One argument of a tool, as JSON Schema. A type alias, so that it is Json too. */
export type ArgumentSchema = {
  type: "string" | "integer" | "boolean" | "array";
  description: string;
  default?: string | number | boolean;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  /** Of an array: its texts. */
  items?: { type: "string"; maxLength: number };
  maxItems?: number;
};

/** Definition of a tool (MCP 2025-11-25, Tools). */
export interface ToolDefinition {
  name: string;
  title: string;
  /** When to use it; at most 1,024 characters. */
  description: string;
  inputSchema: {
    type: "object";
    properties: Record<string, ArgumentSchema>;
    required: string[];
    additionalProperties: false;
  };
  outputSchema: { type: "object"; [key: string]: Json };
}

/** Arguments of a tool of ours, after {@linkcode readArguments}. */
export type ToolArguments = Record<
  string,
  string | number | boolean | string[] | undefined
>;

/** Result of a tool: text for people and models, and the same as data. */
export interface ToolOutput {
  text: string;
  structured: Record<string, unknown>;
}

/** A tool over the documents. It only reads. */
export interface Tool {
  definition: ToolDefinition;
  /** Whether it may ask others: a model that is configured. */
  openWorld?: true;
  /** Names that models give in place of the right ones. */
  aliases: Readonly<Record<string, string>>;
  /**
   * @param signal aborted when the client has cancelled the call
   * @throws {UserError} for what the caller can mend
   */
  run(
    args: ToolArguments,
    open: OpenIndex,
    signal: AbortSignal,
  ): ToolOutput | Promise<ToolOutput>;
}
