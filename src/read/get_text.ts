import { findTarget } from "./find_target.ts";
import type { PackedIndex } from "../index/packed_index.ts";
import { UserError } from "../user_error.ts";

/** The JSON of `docs get --json`. */
export interface GotText {
  /** `path`, or `path#anchor` for a section. */
  id: string;
  path: string;
  /** null for a whole document; "" is the text before the first heading. */
  anchor: string | null;
  title: string;
  start_line: number;
  end_line: number;
  url: string;
  text: string;
}

/** Lines from 1, both included. */
export interface LineSpan {
  from: number;
  to: number;
}

/** A text and where in its document it begins. */
export interface FoundText {
  got: GotText;
  /** Number of the document. */
  document: number;
  /** UTF-16 offset into the document's text. */
  start: number;
}

/**
 * Takes a text out of an index.
 *
 * @param given `PATH` or `PATH#ANCHOR`
 * @param lines lines of the file to keep, if not all
 * @throws {UserError} for an unknown path or anchor, and for lines that are not there
 */
export function getText(
  index: PackedIndex,
  given: string,
  lines?: LineSpan,
): GotText {
  return findText(index, given, lines).got;
}

/**
 * As {@linkcode getText}, with the place of the text.
 *
 * @param listCommand what shows all paths where the user is
 * @throws {UserError} for an unknown path or anchor, and for lines that are not there
 */
export function findText(
  index: PackedIndex,
  given: string,
  lines?: LineSpan,
  listCommand?: string,
): FoundText {
  const target = findTarget(index, given, listCommand);
  const document = index.document(target.document);
  const { path, title } = document;
  const first = document.firstSection;
  const last = first + Math.max(0, document.sectionCount - 1);
  const section = index.section(target.section ?? first);
  // Front matter stands before the first section of a file, but the text of a
  // row or a page begins where that section does.
  const isFile = document.file === path && document.format !== "html";
  const whole = target.section === undefined
    ? {
      start: 0,
      end: document.length,
      startLine: isFile ? 1 : section.startLine,
      endLine: index.section(last).endLine,
    }
    : section;
  let { start, end, startLine, endLine } = whole;
  if (lines) {
    const range = index.lineRange(
      target.document,
      lines.from,
      lines.to,
    );
    start = Math.max(start, range?.start ?? Infinity);
    end = Math.min(end, range?.end ?? -1);
    if (start >= end) {
      throw new UserError(
        `${given} has no lines ${lines.from} to ${
          lines.to === Number.MAX_SAFE_INTEGER ? "the end" : lines.to
        }`,
        `It stands on lines ${startLine} to ${endLine}.`,
      );
    }
    startLine = Math.max(startLine, lines.from);
    endLine = Math.min(endLine, lines.to);
  }
  const anchor = target.section === undefined ? null : section.anchor;
  return {
    got: {
      id: anchor === null ? path : `${path}#${anchor}`,
      path,
      anchor,
      title,
      start_line: startLine,
      end_line: endLine,
      url: anchor === null ? withoutAnchor(section) : section.url,
      text: index.text(target.document, start, end),
    },
    document: target.document,
    start,
  };
}

/** Address of a document: that of its first section without the anchor. */
export function withoutAnchor(
  { url, anchor }: { url: string; anchor: string },
): string {
  return anchor !== "" && url.endsWith(`#${anchor}`)
    ? url.slice(0, -anchor.length - 1)
    : url;
}
