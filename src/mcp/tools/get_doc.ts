import type { PackedIndex } from "../../index/packed_index.ts";
import { findText, type FoundText, type GotText } from "../../read/get_text.ts";
import { shortened } from "../../text/quoted.ts";
import { visible } from "../../text/visible.ts";
import { UserError } from "../../user_error.ts";
import { jsonLength, MAX_CHARACTERS } from "../limits.ts";
import { mainLanguage } from "../overview.ts";
import { targetOfUri } from "../resource_uri.ts";
import type { Tool, ToolArguments, ToolOutput } from "../tool.ts";
import * as schema from "./schemas.ts";

/** Characters of the marker and of the numbers of the data. */
const MARKER = 400;

/** Characters of a title; a front matter can hold any. */
const TITLE = 500;

/** Characters of text without which a page is none. */
const LEAST = 1_000;

const WORDS = {
  ja: {
    lines: (from: number, to: number) => `${from}–${to} 行`,
    whole: (from: number, to: number) => `全体は ${from}–${to} 行`,
    more: (left: number, next: number) =>
      `(残り ${left} 文字。続きは同じ引数に offset=${next} を加えた get_doc)`,
  },
  en: {
    lines: (from: number, to: number) => `lines ${from}–${to}`,
    whole: (from: number, to: number) => `the whole: lines ${from}–${to}`,
    more: (left: number, next: number) =>
      `(${left} characters left: get_doc with the same arguments and offset=${next})`,
  },
};

/** `get_doc`: a document, a section or some lines, as they stand. */
export const getDoc: Tool = {
  definition: {
    name: "get_doc",
    title: "Read a document or a section",
    description:
      "Reads an indexed document as it stands in its source: whole, one section (anchor), or some lines. Use it after search_docs to read a section in full, with path and anchor from a hit, or to see the lines around one. Long texts come in pages: call again with the offset that the result names.",
    inputSchema: {
      type: "object",
      properties: {
        path: {
          type: "string",
          description:
            "Path of the document as search_docs or list_docs gives it; path#anchor names a section",
          maxLength: 4_000,
        },
        anchor: {
          type: "string",
          description: "Anchor of the section, without #",
          maxLength: 1_000,
        },
        start_line: {
          type: "integer",
          description: "First line of the file to read",
          minimum: 1,
        },
        end_line: {
          type: "integer",
          description: "Last line of the file to read",
          minimum: 1,
        },
        offset: {
          type: "integer",
          description: "Characters to skip; for the next page",
          default: 0,
          minimum: 0,
        },
      },
      required: ["path"],
      additionalProperties: false,
    },
    outputSchema: schema.object({
      id: schema.text,
      path: schema.text,
      anchor: schema.nullable(schema.text),
      title: schema.text,
      // Of this page.
      start_line: schema.line,
      end_line: schema.line,
      url: schema.text,
      text: schema.text,
      offset: schema.count,
      total_characters: schema.count,
      next_offset: schema.nullable(schema.count),
    }),
  },
  aliases: {
    file: "path",
    doc: "path",
    document: "path",
    id: "path",
    uri: "path",
    section: "anchor",
    from: "start_line",
    to: "end_line",
  },
  run(args, { index }) {
    const found = findText(index, wanted(args), lineSpan(args), "list_docs");
    return page(index, found, args.offset as number);
  },
};

function wanted({ path, anchor }: ToolArguments): string {
  const plain = targetOfUri(String(path)) ?? String(path);
  if (anchor === undefined) return plain;
  return `${plain}#${String(anchor).replace(/^#/, "")}`;
}

function lineSpan({ start_line, end_line }: ToolArguments) {
  if (start_line === undefined && end_line === undefined) return undefined;
  const from = (start_line ?? 1) as number;
  const to = (end_line ?? Number.MAX_SAFE_INTEGER) as number;
  if (to < from) {
    throw new UserError(
      `get_doc: end_line ${to} is before start_line ${from}`,
    );
  }
  return { from, to };
}

/** A page of a text: as much as fits, up to the end of a line where it can. */
function page(
  index: PackedIndex,
  found: FoundText,
  offset: number,
): ToolOutput {
  const got = { ...found.got, title: shortened(found.got.title, TITLE) };
  const total = got.text.length;
  if (offset > 0 && offset >= total) {
    throw new UserError(
      `get_doc: offset ${offset} is at or past the end`,
      `${got.id} has ${total} characters.`,
    );
  }
  const head = (lines: string) =>
    `## ${visible(got.title)}\n\nURL: ${got.url}\n${got.id} (${lines})`;
  const room = MAX_CHARACTERS - MARKER -
    Math.max(head("").length, jsonLength({ ...got, text: "" }));
  if (room < LEAST) {
    throw new UserError(
      "get_doc: path, anchor and URL of this text are too long to be given with it",
      "docs get prints it in a shell.",
    );
  }
  const end = pageEnd(got.text, offset, room);
  const text = got.text.slice(offset, end);
  const next = end < total ? end : null;
  const { start_line, end_line } = linesOf(index, found, offset, end);
  const words = WORDS[mainLanguage(index)];
  const lines = words.lines(start_line, end_line);
  const isWhole = text.length === total;
  return {
    text: [
      head(
        isWhole
          ? lines
          : `${lines}; ${words.whole(got.start_line, got.end_line)}`,
      ),
      text,
      ...next === null ? [] : [words.more(total - end, next)],
    ].join("\n\n"),
    structured: {
      ...got,
      start_line,
      end_line,
      text,
      offset,
      total_characters: total,
      next_offset: next,
    },
  };
}

/** The lines of the file that a page stands on. */
function linesOf(
  index: PackedIndex,
  { got, document, start }: FoundText,
  offset: number,
  end: number,
): Pick<GotText, "start_line" | "end_line"> {
  const { start_line, end_line, text } = got;
  if (offset === 0 && end === text.length) return { start_line, end_line };
  const page = index.lineSpan(document, start + offset, start + end);
  return {
    start_line: offset === 0 ? start_line : page.startLine,
    end_line: end === text.length ? end_line : page.endLine,
  };
}

function pageEnd(text: string, start: number, room: number): number {
  let end = Math.min(text.length, start + room);
  // As JSON some characters take several.
  while (jsonLength(text.slice(start, end)) > room) {
    end = start + Math.floor((end - start) * 0.8);
  }
  if (end === text.length) return end;
  const line = text.lastIndexOf("\n", end - 1) + 1;
  if (line > start + (end - start) / 2) return line;
  const unit = text.charCodeAt(end);
  return unit >= 0xdc00 && unit < 0xe000 ? end - 1 : end;
}
