/** Content of a tool's result, as far as it is looked into here. */
export interface Content {
  type: string;
  text?: string;
  resource?: { text?: string; [key: string]: unknown };
  [key: string]: unknown;
}

/** The text of a part, be it of a resource; undefined where it is none. */
export function textOf({ text, resource }: Content): string | undefined {
  return typeof text === "string"
    ? text
    : typeof resource?.text === "string"
    ? resource.text
    : undefined;
}

/** A tool's result, as far as it is looked into here. */
export interface UpstreamToolResult {
  content?: Content[];
  structuredContent?: unknown;
  isError?: boolean;
  [key: string]: unknown;
}

/** Whether a result has parts, as far as they are looked at. */
export function isToolResult(value: unknown): value is UpstreamToolResult {
  const { content = [] } = value as { content?: unknown };
  return Array.isArray(content) &&
    content.every((part) => typeof part === "object" && part !== null);
}
