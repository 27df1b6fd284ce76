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

/** A range of source lines, counted from 1, both included. */
export interface LineSpan {
  from: number;
  to: number;
}

/** A text and its position. */
export interface FoundText {
  got: GotText;
  /** Number of the document. */
  document: number;
  /** UTF-16 offset into the document's text. */
  start: number;
}

/**
 * Gets a document or section from an index.
 *
 * @param given `PATH` or `PATH#ANCHOR`
 * @param lines only these source lines; default: all
 * @throws {UserError} for an unknown path or anchor, and for lines outside the text
 */
export function getText(
  index: PackedIndex,
  given: string,
  lines?: LineSpan,
): GotText {
  return findText(index, given, lines).got;
}

/**
 * Like {@linkcode getText}, with the position of the text.
 *
 * @param listCommand command or tool that lists all paths, for messages
 * @throws {UserError} for an unknown path or anchor, and for lines outside the text
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
  // The text of a file includes its front matter, from line 1. Extracted text
  // begins with its first section.
  const whole = target.section === undefined
    ? {
      start: 0,
      end: document.length,
      startLine: document.hasSourceLines ? section.startLine : 1,
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
        `It has lines ${startLine} to ${endLine}.`,
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

/** URL of a document: that of a section without the anchor. */
export function withoutAnchor(
  { url, anchor }: { url: string; anchor: string },
): string {
  return anchor !== "" && url.endsWith(`#${anchor}`)
    ? url.slice(0, -anchor.length - 1)
    : url;
}
