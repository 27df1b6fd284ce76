/** The fields of a content part that are used here. */
export interface Content {
  type: string;
  text?: string;
  resource?: { text?: string; [key: string]: unknown };
  [key: string]: unknown;
}

/** The text of a part or of its resource; undefined if it has none. */
export function textOf({ text, resource }: Content): string | undefined {
  return typeof text === "string"
    ? text
    : typeof resource?.text === "string"
    ? resource.text
    : undefined;
}

/** The fields of a tool's result that are used here. */
export interface UpstreamToolResult {
  content?: Content[];
  structuredContent?: unknown;
  isError?: boolean;
  [key: string]: unknown;
}

/** Whether a result has a valid list of parts. */
export function isToolResult(value: unknown): value is UpstreamToolResult {
  const { content = [] } = value as { content?: unknown };
  return Array.isArray(content) &&
    content.every((part) => typeof part === "object" && part !== null);
}
