/**
 * The markup of a text whose document has this format: MDX, Markdown, or none
 * (`undefined`) for plain text and for text that a reader took out of a file.
 *
 * @param format As in `Document.format` and in an index.
 */
export function markupOf(format: string): "markdown" | "mdx" | undefined {
  return format === "markdown" || format === "mdx" ? format : undefined;
}
