import { extensionOf } from "../files/relative_path.ts";
import type { Format } from "../document/document.ts";

/** A format of a file: that of a document, or rows that each are one. */
export type FileFormat = Format | "rows";

const FORMATS: Readonly<Record<string, FileFormat>> = {
  ".md": "markdown",
  ".markdown": "markdown",
  ".mdx": "mdx",
  ".txt": "text",
  ".text": "text",
  ".html": "html",
  ".htm": "html",
  ".jsonl": "rows",
  ".ndjson": "rows",
};

/**
 * The format of a file by its extension, whatever the case.
 *
 * @param path A stored path.
 * @returns `undefined` for a file that is not read.
 */
export function formatOf(path: string): FileFormat | undefined {
  const extension = extensionOf(path);
  return Object.hasOwn(FORMATS, extension) ? FORMATS[extension] : undefined;
}
