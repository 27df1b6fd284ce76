/**
 * The documents as MCP resources: listed in pages, read by URI, completed.
 *
 * @module
 */

import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { markupOf } from "../document/markup.ts";
import type { PackedIndex } from "../index/packed_index.ts";
import { getText } from "../read/get_text.ts";
import { NotFoundError } from "../read/not_found_error.ts";
import { visible } from "../text/visible.ts";
import { resourceUri, targetOfUri } from "./resource_uri.ts";

/** Documents in one page of the list. */
const PAGE = 100;

/** Values in one completion (MCP 2025-11-25, Completion: at most 100). */
const COMPLETIONS = 100;

/** The template of all resources (RFC 6570). */
export const TEMPLATE = {
  uriTemplate: "docs://{+path}{#anchor}",
  name: "document",
  title: "A document, or a section of it",
  description:
    "The text as it stands in its source. path as list_docs gives it; anchor names a section and may be left out.",
};

/**
 * A page of the documents.
 *
 * @param cursor of the page before; undefined for the first
 * @throws {ProtocolError} for a cursor that no page gave
 */
export function listResources(index: PackedIndex, cursor: string | undefined) {
  const from = cursor === undefined ? 0 : Number(cursor);
  const { documents } = index.info;
  if (!Number.isInteger(from) || from < 0 || from > documents) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `there is no page ${
        JSON.stringify(cursor)
      }; leave the cursor out for the first`,
    );
  }
  const to = Math.min(documents, from + PAGE);
  const resources = [];
  for (let number = from; number < to; number++) {
    const { path, title, format } = index.document(number);
    resources.push({
      uri: resourceUri(path, null),
      name: path,
      title: visible(title),
      mimeType: mimeType(format),
    });
  }
  return { resources, ...to < documents && { nextCursor: String(to) } };
}

/**
 * The text that a URI names.
 *
 * @throws {ResourceNotFoundError} there is none
 */
export function readResource(index: PackedIndex, uri: string) {
  const target = targetOfUri(uri);
  if (target === undefined) throw new ResourceNotFoundError(uri);
  try {
    const { text, path } = getText(index, target);
    const { format } = index.document(index.findDocument(path));
    return { contents: [{ uri, mimeType: mimeType(format), text }] };
  } catch (error) {
    // A damaged index is another matter than a name that is not in it.
    if (!(error instanceof NotFoundError)) throw error;
    throw new ResourceNotFoundError(uri);
  }
}

/** Completes arguments (MCP 2025-11-25, `completion/complete`). */
interface CompleteParams {
  ref: { type: string };
  argument: { name: string; value: string };
  context?: { arguments?: Record<string, string> };
}

/**
 * What an argument of the template or of a prompt may go on with: paths, or of
 * one path its anchors.
 */
export function complete(index: PackedIndex, params: CompleteParams) {
  const { name, value } = params.argument;
  if (params.ref.type === "ref/resource") {
    const path = params.context?.arguments?.path;
    return name === "anchor"
      ? completions(path ? anchorsOf(index, path) : [], value)
      : completions(name === "path" ? index.paths().keys() : [], value);
  }
  if (name !== "first" && name !== "second") return completions([], value);
  const cut = value.lastIndexOf("#");
  const path = value.slice(0, cut);
  return cut > 0 && index.findDocument(path) >= 0
    ? completions(anchorsOf(index, path).map((it) => `${path}#${it}`), value)
    : completions(index.paths().keys(), value);
}

function completions(values: Iterable<string>, typed: string) {
  const begin: string[] = [], within: string[] = [];
  const lower = typed.toLowerCase();
  for (const value of values) {
    const at = value.toLowerCase().indexOf(lower);
    if (at === 0) begin.push(value);
    else if (at > 0) within.push(value);
  }
  const all = [...begin, ...within];
  return {
    completion: {
      values: all.slice(0, COMPLETIONS),
      total: all.length,
      hasMore: all.length > COMPLETIONS,
    },
  };
}

function anchorsOf(index: PackedIndex, path: string): string[] {
  const number = index.findDocument(path);
  if (number < 0) return [];
  const { firstSection, sectionCount } = index.document(number);
  return Array.from(
    { length: sectionCount },
    (_, at) => index.section(firstSection + at).anchor,
  );
}

/** The media type of a document's text, which of a page is not HTML. */
function mimeType(format: string): string {
  return markupOf(format) === undefined ? "text/plain" : "text/markdown";
}
