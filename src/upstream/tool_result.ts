/** Content of a tool's result, as far as it is looked into here. */
export interface Content {
  type: string;
  text?: string;
  resource?: { text?: string; [key: string]: unknown };
  [key: string]: unknown;
}

/** A tool's result, as far as it is looked into here. */
export interface ToolResult {
  content?: Content[];
  structuredContent?: unknown;
  isError?: boolean;
  [key: string]: unknown;
}
